import { t } from "../language.js";
import { badge, modelName } from "../views/badge.js";
import { el, setText, svg } from "../views/dom.js";
import { errorText } from "../views/error-text.js";
import { comparedAt, companyOf } from "./company-look.js";
import { createTable } from "./company-table.js";
import { depthTitle, figures, pictureName, summary } from "./company-words.js";
import { latest } from "./latest.js";
import { trainedNotice, warning } from "./notices.js";
import { createScatter } from "./scatter.js";
import { longestShared } from "./shared-words.js";

const FIRST = { A: "I sat on the bank of the river.", B: "I deposited money at the bank." };
const DEPTHS = [0, 1, 2];
/** An answer that takes longer than this, in ms, is said to be on its way. */
const SLOW = 400;

/** A word moves with its company: one word in two sentences, through the layers. A mounted view, as in index.js. */
export function mount(element, store, options) {
  const panel = createPanel(element, () => refresh());
  const asker = latest(asked(options.ask), {
    done(answer, more) {
      if (!more) settle();
      panel.show(answer);
    },
    failed(error) {
      settle();
      panel.say(warning(errorText(error)));
    },
  });
  let slow = 0;
  function settle() {
    clearTimeout(slow);
    slow = 0;
    panel.wait(false);
  }
  function refresh() {
    const notice = trainedNotice(store.state, options.retry);
    if (notice) return panel.say(notice);
    slow ||= setTimeout(() => panel.wait(true), SLOW);
    return asker.ask(panel.question());
  }
  return {
    render(state, changed) {
      if (changed.has("core") || changed.has("trained")) refresh();
    },
    destroy() {
      asker.stop();
      clearTimeout(slow);
      panel.destroy();
    },
  };
}

/** The answer to a question; the sentences are not computed again for another word. */
function asked(ask) {
  let known = { texts: null, company: null };
  return async ({ texts, piece }) => {
    if (JSON.stringify(known.texts) !== JSON.stringify(texts)) known = { texts, company: await companyOf(texts, ask) };
    const { company } = known;
    if (company.empty) return { company, word: null };
    const word = company.shared.find((each) => each.piece === piece) ?? longestShared(company.shared);
    return { company, word, compared: word && await comparedAt(company, word, ask) };
  };
}

/** The elements, and what is done with an answer. */
function createPanel(element, onChange) {
  const fields = { A: createField("A", onChange), B: createField("B", onChange) };
  let piece = null; // the word that was chosen; else it is chosen anew for each pair of sentences
  const choice = el("select", { onchange: () => { piece = choice.value; onChange(); } });
  const word = el("label", { class: "company-choice" }, el("span", {}, t("company.word")), choice);
  const waiting = el("span", { class: "quiet company-waiting", role: "status" });
  const message = el("div", { class: "company-message", role: "status" });
  const says = el("div", { class: "company-says" });
  const table = createTable({ onPoint: light });
  const depths = DEPTHS.map((layers) => createDepth(layers, light));
  const body = el("div", { hidden: true }, says, el("div", { class: "depths" }, ...depths.map((depth) => depth.element)), table.element);
  element.replaceChildren(...introduction(), el("div", { class: "company-fields" }, fields.A.element, fields.B.element),
    el("div", { class: "company-row" }, word, waiting), message, body);

  function light(at) {
    for (const part of [...depths, table]) part.light(at);
  }
  function say(notice) {
    message.replaceChildren(...(notice ? [notice] : []));
    body.hidden = Boolean(notice);
  }
  return {
    say,
    wait: (on) => setText(waiting, on ? t("facts.computing") : ""),
    question: () => ({ texts: { A: fields.A.text(), B: fields.B.text() }, piece }),
    show({ company, word: shared, compared }) {
      word.hidden = !shared;
      say(whatToDo(company));
      if (!shared) return;
      choice.replaceChildren(...company.shared.map(({ piece, a }) => el("option", { value: piece }, company.members[a].word)));
      choice.value = shared.piece;
      says.replaceChildren(...summary(company, shared, compared).map((nodes) => el("p", {}, ...nodes)));
      depths.forEach((depth, at) => depth.show(company, company.depths[at], shared, compared[at]));
      table.show(company, shared);
    },
    destroy() {
      for (const part of [...depths, ...Object.values(fields)]) part.destroy();
      element.replaceChildren();
    },
  };
}

/** What stands in the place of the pictures, or null. */
function whatToDo({ empty, shared }) {
  const plain = (text) => el("div", { class: "message" }, el("p", {}, text));
  if (empty) return plain(t("company.empty", { side: empty }));
  return shared.length ? null : plain(t("company.noCommon"));
}

function introduction() {
  return [
    el("h2", {}, t("company.title")),
    el("p", { class: "prose" }, t("company.intro")),
    el("p", { class: "quiet company-source" }, badge("use-lite"), " ", t("company.source", { model: modelName("use-lite") })),
  ];
}

/** A sentence that can be changed; as high as its text. */
function createField(side, onChange) {
  const field = el("textarea", { lang: "", rows: 1, dir: "auto", spellcheck: "true" });
  field.value = FIRST[side];
  const fit = () => {
    field.style.height = "auto";
    field.style.height = `${field.scrollHeight + 2}px`;
  };
  field.addEventListener("input", () => {
    fit();
    onChange();
  });
  let width = 0;
  const resizing = new ResizeObserver(() => {
    if (field.clientWidth === width) return;
    width = field.clientWidth;
    fit();
  });
  resizing.observe(field);
  return {
    element: el("label", { class: "company-field" }, el("span", {}, sign(side), " ", t("company.sentence", { side })), field),
    text: () => field.value,
    destroy: () => resizing.disconnect(),
  };
}

/** The mark that a sentence has in the pictures. */
function sign(side) {
  const shape = side === "A" ? svg("circle", { cx: 6, cy: 6, r: 4 }) : svg("path", { d: "M6 1.5L10.5 6L6 10.5L1.5 6Z" });
  shape.classList.add("scatter-point", `is-${side.toLowerCase()}`);
  return svg("svg", { width: 12, height: 12, viewBox: "0 0 12 12", "aria-hidden": "true" }, shape);
}

/** One picture with its figures. */
function createDepth(layers, onPoint) {
  const scatter = createScatter({ onPoint });
  const facts = el("div");
  return {
    element: el("section", { class: "depth" }, depthTitle(layers), el("div", { class: "depth-body" }, scatter.element, facts)),
    show(company, depth, word, compared) {
      const chosen = [word.a, company.countA + word.b];
      scatter.show(company.members.map((member, at) => ({ ...member, chosen: chosen.includes(at) })), depth.xy, pictureName(company, depth, word, compared));
      facts.replaceChildren(figures(company, depth, word, compared));
    },
    light: scatter.light,
    destroy: scatter.destroy,
  };
}
