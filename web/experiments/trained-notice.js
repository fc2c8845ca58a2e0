import { el } from "../views/dom.js";
import { megabytes } from "../views/trained.js";

/**
 * Why a panel that needs the trained model cannot show anything yet, or null if it is in.
 * @param {object} state of the store
 * @param {() => void} retry brings the model once more
 * @returns {HTMLElement | null}
 */
export function trainedNotice({ core, trained }, retry) {
  if (core.phase === "failed") return el("div", { class: "message is-warning", role: "alert" }, el("p", {}, core.message));
  if (trained.phase === "ready") return null;
  if (trained.phase === "failed") {
    return el("div", { class: "message is-warning", role: "alert" }, el("p", {}, trained.error.message), el("button", { type: "button", class: "button", onclick: retry }, "Retry"));
  }
  const far = trained.phase === "loading" ? ` (${megabytes(trained)})` : "";
  return el("div", { class: "message" }, el("p", {}, `This needs the trained model, which is on its way${far}. It comes up here when it is in.`));
}
