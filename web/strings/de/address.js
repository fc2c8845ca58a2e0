export default {
  "address.clamped": "{name}: {asked} ist hier nicht möglich; stattdessen gilt {used}.",
  "address.malformed": "{name}: „{asked}“ ist nicht lesbar und wird ausgelassen.",
  "address.unknown": "Eine Einstellung „{name}“ gibt es nicht; sie wird ausgelassen.",
  "address.repeated": "{name} ist mehrfach angegeben; nur die erste Angabe zählt.",
  "address.later": "Dies wurde für eine spätere Version ({asked}) erstellt; verwendet wird, was Version {used} kennt.",
  "address.too-long": "{name} ist zu lang; verwendet werden die ersten {used} Zeichen.",
  "address.refused": "{name}: Dies ist zu lang und wurde nicht gelesen: „{asked}“.",
  "address.absent": "{name}: {asked} kommt in dieser Rechnung nicht vor und wird ausgelassen.",
  "address.more": "Weitere Teile, die nicht wie angegeben verwendbar sind: {asked}.",
};
