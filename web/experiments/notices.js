import { el } from "../views/dom.js";
import { megabytes } from "../views/trained.js";

/** Why nothing can be computed, or null. @param {object} state of the store */
export function coreNotice({ core }) {
  if (core.phase === "failed") return warning(core.message);
  return core.phase === "ready" ? null : el("div", { class: "message" }, el("p", {}, "The core is starting."));
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
  if (trained.phase === "failed") return warning(trained.error.message, el("button", { type: "button", class: "button", onclick: retry }, "Retry"));
  const far = trained.phase === "loading" ? ` (${megabytes(trained)})` : "";
  return el("div", { class: "message" }, el("p", {}, `This needs the trained model, which is on its way${far}. It comes up here when it is in.`));
}

/** @param {string} text @param {...HTMLElement} actions */
export function warning(text, ...actions) {
  return el("div", { class: "message is-warning", role: "alert" }, el("p", {}, text), ...actions);
}
