export default {
  "address.clamped": "{name}: {asked} is not possible here; {used} is used instead.",
  "address.malformed": "{name}: “{asked}” could not be read and is left out.",
  "address.unknown": "There is no setting “{name}”; it is left out.",
  "address.repeated": "{name} is given more than once; only the first counts.",
  "address.later": "This was made for a later version ({asked}); what version {used} knows is used.",
  "address.too-long": "{name} is too long; its first {used} characters are used.",
  "address.refused": "{name}: this is too long and was not read: “{asked}”.",
  "address.absent": "{name}: {asked} is not there in this run and is left out.",
  "address.more": "Further parts that could not be used as given: {asked}.",
};
