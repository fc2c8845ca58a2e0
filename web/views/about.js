import { t } from "../language.js";
import { fixed, grouped } from "../numbers.js";
import { badge, modelName } from "./badge.js";
import { dialog } from "./dialog.js";
import { el } from "./dom.js";

/** Where the weights come from, under which terms, and what they cannot show. */
export function aboutDialog() {
  const p = (key, values) => el("p", {}, t(key, values));
  return dialog(t("dialogs.about"), {
    body: [
      el("h3", {}, badge("by-hand"), modelName("by-hand")),
      p("about.byHand"),
      el("h3", {}, badge("use-lite"), modelName("use-lite")),
      p("about.useLite", { pieces: grouped(8002) }),
      el("dl", {},
        el("dt", {}, t("about.source")), el("dd", {}, t("about.source.is")),
        el("dt", {}, t("about.licence")), el("dd", {}, "Apache-2.0"),
        el("dt", {}, t("about.precision")), el("dd", {}, t("about.precision.is")),
        el("dt", {}, t("about.length")), el("dd", {}, t("about.length.is"))),
      el("h3", {}, t("about.limits")),
      p("about.limits.it", { street: fixed(0.28, 2), animal: fixed(0.18, 2) }),
      p("about.limits.names", { book: fixed(0.7, 2), mouse: fixed(0.05, 2) }),
      p("about.limits.weights"),
    ],
  });
}
