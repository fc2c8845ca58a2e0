export default {
  "address.clamped": "{name}：此处不能取 {asked}，改用 {used}。",
  "address.malformed": "{name}：无法读取“{asked}”，已忽略。",
  "address.unknown": "没有名为“{name}”的设置，已忽略。",
  "address.repeated": "{name} 出现了多次，只采用第一个。",
  "address.later": "此内容是为较新的版本（{asked}）制作的；版本 {used} 能识别的部分已采用。",
  "address.too-long": "{name} 过长，只采用前 {used} 个字符。",
  "address.refused": "{name}：内容过长，未读取：“{asked}”。",
  "address.absent": "{name}：本次计算中没有 {asked}，已忽略。",
  "address.more": "另有 {asked} 处无法按原样采用。",
};
