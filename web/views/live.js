import { el } from "./dom.js";

let region;

/** Says a line through the page's one polite live region. */
export function announce(text) {
  if (!region?.isConnected) {
    region = el("div", { id: "live", class: "unseen", role: "status", "aria-live": "polite" });
    document.body.append(region);
  }
  region.textContent = text;
}
