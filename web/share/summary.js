import { isEdited } from "../edits.js";
import { labelsOf } from "../picture.js";
import { t } from "../language.js";
import { maskName } from "../masks.js";
import { modelName } from "../views/badge.js";
import { el } from "../views/dom.js";

/** The state in words: its sentences, and under them what else the address says. @returns {HTMLElement[]} */
export function summaryOf(state) {
  if (state.model === "imported") return [el("p", { class: "message is-warning" }, t("share.imported"))];
  const { text, source, model, place, layer, head, stage: id, mask, pin, result, edits, example } = state;
  const edited = model === "by-hand" && Boolean(edits[example] && isEdited(edits[example]));
  const facts = [
    modelName(model, edited),
    ...(result ? [t("adjust.place", { layer, head, heads: result.info.heads })] : []),
    t("share.stage", { name: t(`stage.${id}`) }),
    ...(mask === "none" ? [] : [t("share.mask", { name: maskName(mask) })]),
    ...(pin && result ? [cellText(pin, result)] : []),
    ...(place === "lab" ? [] : [t(`page.${place}`)]),
  ];
  const words = (sentence) => el("p", { class: "share-sentence" }, el("bdi", {}, sentence));
  return [words(text), ...(source ? [words(source)] : []), el("p", { class: "share-facts" }, facts.join(" · "))];
}

function cellText({ i, j }, { run, text, source = text }) {
  const word = (tokens, sentence, at) => `\u2068${labelsOf(tokens, sentence)[at - 1]?.text ?? at}\u2069`;
  return t("share.cell", { query: word(run.tokens, text, i), key: word(run.keyTokens, source, j) });
}
