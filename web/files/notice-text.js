import { t } from "../language.js";
import { fixed, plainText } from "../numbers.js";

const printed = (x) => (Number.isFinite(x) ? plainText(x) : fixed(x, 0));
/** Values that are read off the data; the others count or name places. */
const NUMBERS = ["sum", "weight"];

/** A notice of an import in the reader's words and notation. @param {{ key: string, values: Record<string, any> }} notice */
export function noticeText({ key, values }) {
  const own = Object.fromEntries(NUMBERS.filter((name) => name in values).map((name) => [name, printed(values[name])]));
  return t(`files.notice.${key}`, { ...values, ...own });
}
