import { t } from "../language.js";
import { el } from "../views/dom.js";
import { errorText } from "../views/error-text.js";
import { latest } from "./latest.js";
import { controls } from "./root-dk-controls.js";
import { DRAWS, POWERS, rememberedSoftmax } from "./root-dk-draws.js";
import { dotsView } from "./root-dk-dots.js";
import { proof, withMath } from "./root-dk-proof.js";
import { softmaxView } from "./root-dk-softmax.js";

/** Why the scores are divided by √d_k: random queries and keys. */
export function mount(element, store, { ask }) {
  let wanted = { dK: 64, seed: 1 };
  let ready = false;
  const dots = dotsView();
  const softmax = softmaxView();
  const remembered = rememberedSoftmax(ask.core);
  const bench = el("div", { class: "root-bench" });

  const { ask: compute, stop } = latest(async ({ dK, seed }, overtaken) => {
    dots.show({ dK, seed, values: await ask.core("randomDots", DRAWS, dK, seed) });
    if (overtaken()) return;
    softmax.show(dK, await remembered.ask(dK, seed));
    bench.dataset.shown = `${dK}/${seed}`;
    const curve = [];
    for (const power of POWERS) {
      if (overtaken()) return;
      curve.push({ dK: power, ...(await remembered.ask(power, seed)) });
    }
    softmax.showCurve(curve);
    bench.dataset.curve = String(seed);
  }, { done() {}, failed: (error) => bench.append(el("p", { class: "message is-warning", role: "alert" }, errorText(error))) });
  const set = (patch) => {
    wanted = { ...wanted, ...patch };
    panel.show(wanted);
    if (ready) compute(wanted);
  };
  const panel = controls({ onDK: (dK) => set({ dK }), onAgain: () => set({ seed: wanted.seed + 1 }), onDivide: dots.divide });

  bench.append(panel.element, dots.element);
  element.replaceChildren(
    el("h2", {}, ...withMath(t("root.title"))),
    el("div", { class: "root-grid" },
      el("div", {},
        el("p", { class: "prose" }, ...withMath(t("root.intro"))),
        proof()),
      bench),
    softmax.element,
  );
  panel.show(wanted);

  return {
    render(state) {
      if (ready || state.core.phase !== "ready") return;
      ready = true;
      compute(wanted);
    },
    destroy() {
      stop();
      dots.destroy();
      softmax.destroy();
      element.replaceChildren();
    },
  };
}
