import { late } from "./late.js";

/** The section of one place of the page: hidden while another one is shown. @param {string} id */
export const place = (id) => (element, store, options) => {
  element.tabIndex = -1;
  const content = late(id, (state) => state.place === id)(element, store, options);
  return {
    render(state, changed) {
      if (changed.has("place")) element.hidden = state.place !== id;
      content.render(state, changed);
    },
    destroy: content.destroy,
  };
};

/** The lab itself is there from the start. */
export const lab = (element) => ({
  render(state, changed) {
    if (changed.has("place")) element.hidden = state.place !== "lab";
  },
  destroy() {},
});
