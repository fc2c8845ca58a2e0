import { t } from "../language.js";
import { announce } from "../views/live.js";
import { el, setText } from "../views/dom.js";
import { openShell } from "./dialog-shell.js";
import { importFiles } from "./import.js";
import { noticeText } from "./notice-text.js";
import { refusal } from "./refusal.js";
import { MOST_BYTES } from "./tensor.js";
import { typedTokens } from "./tokens.js";

const PYTHON = `import json
out = model(**inputs, output_attentions=True)
json.dump({"attentions": [a[0].tolist() for a in out.attentions], "tokens": tokens}, open("attention.json", "w"))`;
const FORMATS = ["json", "object", "npy", "own", "limits"];

/**
 * Attention of one's own model, from a file.
 * @param {HTMLElement} opener @param {ReturnType<typeof import("../state.js").createStore>} store
 * @param {{ bring(brought: object): Promise<void> }} options
 * @param {File[]} [dropped]
 */
export function openDialog(opener, store, { bring }, dropped) {
  /** What was read last, kept so that labels can be typed after it. */
  let read = null;
  let next = null; // what gets the focus at the end
  let turn = 0; // a later file takes the place of one that is still being read
  const input = el("input", { type: "file", multiple: true, accept: ".json,.npy,.csv", class: "files-input", id: "files-input", onchange: () => take([...input.files]) });
  const drop = el("label", { class: "files-drop", for: "files-input" }, el("span", {}, t("files.open.drop")), el("span", { class: "button", "aria-hidden": "true" }, t("files.open.choose")), input);
  const [queries, keys] = ["queries", "keys"].map((side) => el("textarea", { class: "files-text is-words", rows: "1", spellcheck: "false", dir: "auto", "aria-label": t(`files.open.${side}`), oninput: show }));
  const outcome = el("div", { class: "files-outcome", role: "status" });
  const go = el("button", { type: "button", class: "button is-main", hidden: true, onclick: bringUp }, t("files.open.show"));

  function show() {
    if (!read) return;
    go.hidden = true;
    try {
      const typed = { tokens: listIn(queries), sourceTokens: listIn(keys) };
      read.brought = importFiles(read.files, typed);
      outcome.replaceChildren(...summary(read.brought));
      go.hidden = false;
    } catch (error) {
      outcome.replaceChildren(el("p", { class: "message is-warning" }, error.message));
    }
  }

  /** @param {File[]} files */
  async function take(files) {
    if (files.length === 0) return;
    const mine = ++turn;
    read = null;
    go.hidden = true;
    outcome.replaceChildren(el("p", { class: "quiet" }, t("files.open.reading", { name: files.map(({ name }) => name).join(", ") })));
    try {
      const size = files.reduce((sum, file) => sum + file.size, 0);
      if (size > MOST_BYTES) throw refusal("TOO_LARGE", { size: Math.ceil(size / 2 ** 20), most: MOST_BYTES / 2 ** 20 });
      const bytes = await Promise.all(files.map(readBytes));
      if (mine !== turn) return;
      read = { files: files.map(({ name }, index) => ({ name, bytes: bytes[index] })) };
      show();
    } catch (error) {
      if (mine === turn) outcome.replaceChildren(el("p", { class: "message is-warning" }, error.message));
    }
    input.value = ""; // the same file again is a change again
    if (!go.hidden) go.focus();
  }

  async function bringUp() {
    const says = read.brought.notices.map(noticeText);
    await bring({ ...read.brought, says });
    store.set({ place: "lab" });
    next = opener.getRootNode().querySelector("#model button"); // above the picture, so that it comes into view
    element.close();
    announce(opener, t("files.open.shown", { name: read.brought.name }));
  }

  const field = (name, area) => el("div", { class: "files-labels" }, el("span", { class: "files-label", "aria-hidden": "true" }, name), area);
  const element = openShell(opener, t("files.open.title"), [
    el("p", {}, t("files.open.lead")), drop, outcome,
    el("div", { class: "files-pair" }, field(t("files.open.queries"), queries), field(t("files.open.keys"), keys)),
    el("p", { class: "quiet" }, t("files.open.labels-hint")), go,
    el("details", {}, el("summary", {}, t("files.open.formats")),
      el("ul", {}, ...FORMATS.map((name) => el("li", {}, t(`files.open.${name}`)))),
      el("p", { class: "files-label" }, t("files.open.python")), el("pre", { tabindex: "0", dir: "ltr" }, el("code", {}, PYTHON))),
  ], () => {
    turn = -1;
    return next;
  });
  element.addEventListener("dragover", () => drop.classList.add("is-over"));
  element.addEventListener("dragleave", () => drop.classList.remove("is-over"));
  element.addEventListener("drop", (event) => {
    event.preventDefault();
    event.stopPropagation(); // the page would open another dialog
    drop.classList.remove("is-over");
    take([...event.dataTransfer.files]);
  });
  if (dropped) take(dropped);
}

async function readBytes(file) {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch ({ message }) {
    throw refusal("READ", { reason: message });
  }
}

function listIn(field) {
  const list = typedTokens(field.value);
  return list.length ? list : undefined;
}

function summary({ name, layers, heads, stages, computes, tokens, sourceTokens, notices }) {
  const kinds = [...new Set(Object.keys(stages).map((key) => key.split("/")[1]))];
  const what = computes ? t("files.open.parts", { name }) : kinds.join() === "weights" ? t("files.open.weights", { name }) : t("files.open.stages", { name, stages: kinds.join(", ") });
  const size = t("files.open.size", { layers, heads, n: tokens.length, m: (sourceTokens ?? tokens).length });
  return [el("p", { class: "files-found" }, el("b", {}, what), el("span", {}, size)), ...notices.map((notice) => el("p", { class: "message is-warning" }, noticeText(notice)))];
}
