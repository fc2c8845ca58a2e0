export default {
  "files.button.save": "保存",
  "files.button.open": "打开数据",
  "files.button.failed": "无法打开：{reason}",
};
