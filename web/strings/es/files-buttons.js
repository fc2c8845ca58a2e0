export default {
  "files.button.save": "Guardar",
  "files.button.open": "Abrir datos",
  "files.button.failed": "No se pudo abrir: {reason}",
};
