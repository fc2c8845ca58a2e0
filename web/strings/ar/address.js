/** Values come in Latin letters and digits: each stands apart (U+2068 … U+2069), so that it does not turn the line around it. */
export default {
  "address.clamped": "\u2068{name}\u2069: القيمة \u2068{asked}\u2069 غير ممكنة هنا؛ تُستخدم \u2068{used}\u2069 بدلًا منها.",
  "address.malformed": "\u2068{name}\u2069: تعذّرت قراءة «\u2068{asked}\u2069» فأُهملت.",
  "address.unknown": "لا يوجد إعداد باسم «\u2068{name}\u2069»؛ أُهمل.",
  "address.repeated": "ورد \u2068{name}\u2069 أكثر من مرة؛ لا يُؤخذ إلا بالأولى.",
  "address.later": "أُعدّ هذا لإصدار أحدث (\u2068{asked}\u2069)؛ يُستخدم منه ما يعرفه الإصدار \u2068{used}\u2069.",
  "address.too-long": "\u2068{name}\u2069 أطول من اللازم؛ يُقتصر على المحارف الأولى وعددها \u2068{used}\u2069.",
  "address.refused": "\u2068{name}\u2069: هذا أطول من اللازم ولم يُقرأ: «\u2068{asked}\u2069».",
  "address.absent": "\u2068{name}\u2069: لا وجود لـ \u2068{asked}\u2069 في هذا الحساب؛ أُهمل.",
  "address.more": "عدد الأجزاء الأخرى التي تعذّر استخدامها كما وردت: \u2068{asked}\u2069.",
};
