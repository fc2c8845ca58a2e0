/** What the page says of saving and opening before the part files/ has come. */
export default {
  "files.button.save": "Save",
  "files.button.open": "Open data",
  "files.button.failed": "This could not be opened: {reason}",
};
