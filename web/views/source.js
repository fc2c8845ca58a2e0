import { handMade } from "../models/by-hand.js";
import { sentenceField } from "./sentence.js";

/** The second sentence of a cross-attention example: its tokens are the keys and values. */
export function mount(element, store) {
  const field = sentenceField(element, store, { key: "source", side: "sourceTokens", onText: (source) => store.set({ source }) });
  return {
    render(state, changed) {
      if (changed.has("model") || changed.has("example")) {
        element.hidden = !(state.model === "by-hand" && handMade.find(({ id }) => id === state.example)?.source);
      }
      if (!element.hidden) field.render(state, changed.has("example") ? new Set([...changed, "source"]) : changed);
    },
    destroy: field.destroy,
  };
}
