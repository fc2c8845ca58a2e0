export default {
  "files.button.save": "حفظ",
  "files.button.open": "فتح بيانات",
  "files.button.failed": "تعذّر الفتح: {reason}",
};
