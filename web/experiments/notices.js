import { t } from "../language.js";
import { el } from "../views/dom.js";
import { errorText } from "../views/error-text.js";
import { megabytes } from "../views/trained.js";

/** Why nothing can be computed, or null. @param {object} state of the store */
export function coreNotice({ core }) {
  if (core.phase === "failed") return warning(errorText(core));
  return core.phase === "ready" ? null : el("div", { class: "message" }, el("p", {}, t("notice.core")));
}

/**
 * Why a panel that needs the trained model cannot show anything yet, or null if it is in.
 * @param {object} state of the store
 * @param {() => void} retry brings the model once more
 */
export function trainedNotice(state, retry) {
  const { core, trained } = state;
  if (core.phase === "failed") return coreNotice(state);
  if (trained.phase === "ready") return null;
  if (trained.phase === "failed") return warning(errorText(trained.error), el("button", { type: "button", class: "button", onclick: retry }, t("retry")));
  const says = trained.phase === "loading" ? t("notice.trainedSize", { size: megabytes(trained) }) : t("notice.trained");
  return el("div", { class: "message" }, el("p", {}, says));
}

/** @param {string} text @param {...HTMLElement} actions */
export function warning(text, ...actions) {
  return el("div", { class: "message is-warning", role: "alert" }, el("p", {}, text), ...actions);
}
