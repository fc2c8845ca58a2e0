import { t } from "../language.js";
import { picturesBeside } from "../pictures.js";
import { stageName, stageOf, stagesOf } from "../stages.js";
import { modelName } from "../views/badge.js";
import { el, setText } from "../views/dom.js";
import { segmented } from "../views/segmented.js";
import { fileNameOf, nameOf, pngOf, sizeOf, svgOf } from "./compose.js";
import { openShell } from "./dialog-shell.js";
import { copyPlace, download, mayBeRefused } from "./hand-over.js";
import { runJson } from "./run-json.js";
import { stageCsv } from "./export-csv.js";
import { stageJson } from "./export-json.js";

const RATIOS = ["1", "2", "3", "4"];
const SVG = "image/svg+xml";

/**
 * Pictures that are on the screen, the numbers of a stage, the whole run.
 * @param {HTMLElement} opener @param {ReturnType<typeof import("../state.js").createStore>} store
 */
export function saveDialog(opener, store) {
  const { result } = store.state;
  const place = copyPlace();
  const said = el("p", { class: "quiet", role: "status" });
  const blocked = mayBeRefused();
  /** Every way to a file goes through here. @param {() => { name: string, blob: Blob } | Promise<{ name: string, blob: Blob }>} make */
  const give = async (make, toCopy) => {
    setText(said, "");
    try {
      const { name, blob } = await make();
      if (!toCopy) {
        download(name, blob);
        setText(said, t("files.save.done", { name }));
      }
      if (toCopy || blocked) await place.show(name, blob, blocked);
      else place.clear();
    } catch ({ message }) {
      setText(said, t("files.save.failed", { reason: message }));
    }
  };
  const parts = [pictureSection(opener, store.state, give), ...(result ? [numberSection(store.state, give), runSection(result, give)] : [el("p", {}, t("files.save.nothing"))])];
  openShell(opener, t("files.save.title"), [...parts, said, place.element], place.clear);
}

const heading = (name) => el("h3", {}, name);
const row = (...children) => el("div", { class: "files-row" }, ...children);

function actions(give, make) {
  return row(
    el("button", { type: "button", class: "button", onclick: () => give(make, false) }, t("files.save.do")),
    el("button", { type: "button", class: "text-button underlined", onclick: () => give(make, true) }, t("files.save.show")));
}

function choice(name, options) {
  const select = el("select", { class: "files-select" }, ...options.map(([value, label]) => el("option", { value }, label)));
  return { element: el("label", { class: "files-field" }, el("span", {}, name), select), select };
}

function pictureSection(opener, state, give) {
  const pictures = picturesBeside(opener);
  if (pictures.length === 0) return el("section", {}, heading(t("files.save.picture")), el("p", {}, t("files.save.none")));
  const { result } = state;
  const about = { model: result ? modelName(result.model, result.edited) : "", sentence: result?.text ?? "", heads: result?.info.heads ?? 0 };
  let [format, ratio] = ["png", "2"];
  const which = choice(t("files.save.which"), pictures.map((each, index) => [index, nameOf(each)]));
  const size = segmented({ name: t("files.save.size"), legend: true, options: RATIOS.map((value) => ({ value, label: `${value}×` })), onChoose: (value) => { ratio = value; tell(); } });
  const as = segmented({ name: t("files.save.format"), legend: true, options: [{ value: "png", label: "PNG" }, { value: "svg", label: "SVG" }], onChoose: (value) => { format = value; tell(); } });
  const told = el("span", { class: "quiet" });
  const chosen = () => pictures[Number(which.select.value)];
  function tell() {
    size.choose(ratio);
    as.choose(format);
    size.element.hidden = format === "svg";
    const { width, height } = sizeOf(chosen(), Number(ratio));
    setText(told, format === "svg" ? t("files.save.vectors") : t("files.save.pixels", { width: Math.round(width * ratio), height: Math.round(height * ratio) }));
  }
  which.select.addEventListener("change", tell);
  tell();
  const make = async () => {
    const name = fileNameOf(chosen());
    if (format === "png") return { name: `${name}.png`, blob: await pngOf(chosen(), about, Number(ratio)) };
    return { name: `${name}.svg`, blob: new Blob([svgOf(chosen(), about, devicePixelRatio || 1)], { type: SVG }) };
  };
  return el("section", {}, heading(t("files.save.picture")), which.element, row(as.element, size.element, told), actions(give, make));
}

function numberSection(state, give) {
  const { result, layer, head } = state;
  const stages = stagesOf(result).map(({ id }) => id).filter((id) => result.run.has(id, layer - 1));
  const stage = choice(t("files.save.stage"), stages.map((id) => [id, stageName(stageOf(id))]));
  if (stages.includes("weights")) stage.select.value = "weights";
  let [format, extent] = ["csv", "this"];
  const as = segmented({ name: t("files.save.format"), legend: true, options: [{ value: "csv", label: "CSV" }, { value: "json", label: "JSON" }], onChoose: (value) => { format = value; } });
  const of = segmented({
    name: t("files.save.extent"), legend: true, options: [{ value: "this", label: t("files.save.this") }, { value: "all", label: t("files.save.all") }], onChoose: (value) => { extent = value; },
  });
  as.choose(format);
  of.choose(extent);
  of.element.hidden = result.info.layers * result.info.heads === 1;
  const make = () => {
    const what = { stage: stage.select.value, layer, head, all: extent === "all" };
    const name = `attention-lab-${what.stage}${what.all ? "" : `-layer-${layer}-head-${head}`}.${format}`;
    return { name, blob: format === "csv" ? new Blob([stageCsv(result, what)], { type: "text/csv" }) : new Blob([stageJson(result, what)], { type: "application/json" }) };
  };
  return el("section", {}, heading(t("files.save.numbers")), row(stage.element, as.element, of.element), el("p", { class: "quiet" }, t("files.save.numbers-note")), actions(give, make));
}

function runSection(result, give) {
  const make = () => ({ name: "attention-lab-run.json", blob: new Blob([runJson(result)], { type: "application/json" }) });
  return el("section", {}, heading(t("files.save.run")), el("p", { class: "quiet" }, t("files.save.run-note")), actions(give, make));
}
