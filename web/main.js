/** The page: one lab on the whole document, its state in the address, and its manners in a frame. */
import { addressText, followAddress } from "./address-bar.js";
import { readAddress } from "./address.js";
import { keepManners } from "./embed/frame.js";
import { Lab } from "./lab.js";
import { pause } from "./slices.js";
import { spokenOf } from "./speaking.js";
import { KEYS } from "./state.js";

const { body, documentElement } = document;

/** What a person typed before this script was there. */
function typedEarly() {
  const typed = document.querySelector("textarea")?.value ?? "";
  return typed && typed !== KEYS.text.default ? { text: typed, own: typed } : {};
}

async function start() {
  const text = addressText();
  const { patch, notices } = await readAddress(text);
  await pause(); // to read the script was work enough for one task
  const early = typedEarly();
  const lab = new Lab({
    root: body, themed: documentElement, worded: documentElement, made: Boolean(document.querySelector("#lab")),
    settled: /[#&]v=/.test(text),
    patch: { ...early, ...patch, ...(notices.length ? { notices } : {}) },
    language: () => spokenOf(navigator.languages), eager: !patch.embed,
  });
  followAddress(lab);
  keepManners(lab);
}

start();
