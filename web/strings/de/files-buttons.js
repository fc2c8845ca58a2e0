export default {
  "files.button.save": "Speichern",
  "files.button.open": "Daten öffnen",
  "files.button.failed": "Das ließ sich nicht öffnen: {reason}",
};
