import { tokenLabel } from "../labels.js";
import { t } from "../language.js";
import { fixed } from "../numbers.js";
import { closedCells } from "../picture.js";
import { currentCell } from "../state.js";
import { dialog } from "./dialog.js";
import { el } from "./dom.js";
import { segmented } from "./segmented.js";

const DIGITS = { weights: 4, scores: 3 };

/** The chosen head as a real table, for screen readers and for copying. */
export function tableDialog(store) {
  let stage = "weights";
  const holder = el("div");
  const choice = segmented({
    name: t("table.numbers"),
    options: [{ value: "weights", label: t("table.weights") }, { value: "scores", label: t("table.scores") }],
    onChoose: (value) => { stage = value; prepare(); },
  });
  choice.choose(stage);
  const element = dialog(t("dialogs.table"), { tools: [choice.element], body: [holder] });
  const prepare = () => {
    const run = store.state.result?.run;
    const there = Object.keys(DIGITS).filter((id) => run?.has(id, store.state.layer - 1));
    choice.offer(run ? there : Object.keys(DIGITS));
    const shown = there.includes(stage) ? stage : there[0];
    if (shown) choice.choose(shown);
    holder.replaceChildren(shown && run.tokens.length ? table(store.state, shown) : el("p", {}, t("table.empty")));
  };
  return {
    element, prepare,
    render(_, changed) {
      if (["result", "layer", "head"].some((key) => changed.has(key))) prepare();
    },
  };
}

function table(state, stage) {
  const { result: { run, text, source = text, info }, layer, head } = state;
  const { data, rows, cols } = run.matrix(stage, layer - 1, head - 1);
  const current = currentCell(state);
  const closed = closedCells(run, layer - 1, head - 1);
  const name = (tokens, sentence) => (index) => el("bdi", {}, `${index + 1} ${tokenLabel(tokens[index], sentence).text}`);
  const [rowName, columnName] = [name(run.tokens, text), name(run.keyTokens, source)];
  const cell = (i, j) => el("td", { class: i + 1 === current.i && j + 1 === current.j ? "is-current" : null },
    stage === "weights" && closed?.[i * cols + j] ? t("table.closed") : fixed(data[i * cols + j], DIGITS[stage]));
  const range = (count) => Array.from({ length: count }, (_, index) => index);
  return el("table", { class: "numbers-table", dir: "ltr" },
    el("caption", { dir: "auto" }, t(`table.${stage}.caption`, { layer, head, heads: info.heads })),
    el("thead", {}, el("tr", {}, el("td"), ...range(cols).map((j) => el("th", { scope: "col" }, columnName(j))))),
    el("tbody", {}, ...range(rows).map((i) => el("tr", {}, el("th", { scope: "row" }, rowName(i)), ...range(cols).map((j) => cell(i, j))))));
}
