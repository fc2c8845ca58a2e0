/** What the numbers of “Words in company” say, in words. */
import { parts, t } from "../language.js";
import { fixed, percent, significant } from "../numbers.js";
import { el, spaced } from "../views/dom.js";
import { nearestIn } from "./gram.js";

/** Cosines that print alike count as the same. */
const PRINTED = 0.005;
const NEIGHBOURS = 3;

/** “before attention”, “after layer 1” */
export const depthName = (layers) => (layers === 0 ? t("company.before") : t("company.after", { layer: layers }));
const depthHeading = (layers) => (layers === 0 ? t("company.before.title") : t("company.after.title", { layer: layers }));
const number = (text) => el("span", { class: "number", dir: "ltr" }, text);
const italic = (text) => el("bdi", { class: "word" }, text);
/** A word with the letter of its sentence. @param {import("./company-look.js").Member} member */
export const memberName = ({ word, side }) => el("span", { class: "member" }, el("bdi", {}, word), ` ${side}`);

/** @returns {Node[][]} paragraphs: how alike the two are at each depth, and what tells them apart at first */
export function summary({ members, countA, truncated }, word, compared) {
  const [before, first, last] = compared.map(({ cosine }) => number(fixed(cosine, 2)));
  const [placeA, placeB] = [members[word.a].place, members[countA + word.b].place];
  const places = placeA === placeB ? t("company.samePlace", { place: placeA }) : t("company.places", { a: placeA, b: placeB });
  return [
    spaced(parts("company.cosines", { word: italic(members[word.a].word), before, first, last }), [moved(compared[0].cosine, compared.at(-1).cosine)]),
    [[places, ...repeated(word), ...cut(truncated)].join(" ")],
  ];
}

function moved(before, after) {
  if (after < before - PRINTED) return t("company.apart");
  return after > before + PRINTED ? t("company.closer") : t("company.still");
}

const repeated = ({ timesA, timesB }) => [["A", timesA], ["B", timesB]].filter(([, times]) => times > 1).map(([side, count]) => t("company.repeated", { count, side }));
const cut = (truncated) => ["A", "B"].filter((_, at) => truncated[at] > 0).map((side) => t("company.cut", { side }));

/** Figures beside one picture. @returns {HTMLElement} a list of names and values */
export function figures({ members, countA }, depth, { a, b }, { cosine, distance, relative }) {
  const ids = [a, countA + b];
  const row = (term, ...value) => el("div", {}, el("dt", {}, ...term), el("dd", {}, ...value));
  const near = (id) => nearestIn(depth.gram, members.length, id, NEIGHBOURS).map(({ at, cosine: alike }) => el("li", {}, memberName(members[at]), number(fixed(alike, 2))));
  return el("dl", { class: "company-figures" },
    row([t("company.cosine")], el("b", { dir: "ltr" }, fixed(cosine, 2))),
    row([t("company.distance")], el("b", {}, significant(distance, 3)), el("small", {}, t("company.relative", { share: fixed(relative, 2) }))),
    row([t("company.variance")], el("b", {}, percent(shareOf(depth))), el("small", {}, depth.shares.map(percent).join(" + "))),
    ...ids.map((id) => row(parts("company.nearest", { word: memberName(members[id]) }), el("ul", {}, ...near(id)))));
}

const shareOf = ({ shares }) => shares[0] + shares[1];

/** The picture for those who do not see it. */
export function pictureName({ members, countA }, depth, { a, b }, { cosine, distance }) {
  const name = members[a].word;
  const first = nearestIn(depth.gram, members.length, a, 1)[0];
  const values = {
    depth: depthHeading(depth.layers), count: members.length, a: countA, b: members.length - countA, variance: percent(shareOf(depth)),
    word: name, cosine: fixed(cosine, 2), distance: significant(distance, 3),
  };
  if (!first) return t("company.picture", values);
  return t("company.pictureNearest", { ...values, nearest: members[first.at].word, side: members[first.at].side, alike: fixed(first.cosine, 2) });
}

/** “Before attention”, and what the vectors are. */
export function depthTitle(layers) {
  return el("h3", { class: "depth-title" }, el("span", { class: "title" }, depthHeading(layers)), " ", el("span", { class: "quiet" }, layers === 0 ? t("company.before.made") : t("company.after.made")));
}
