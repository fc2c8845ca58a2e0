/** A page as it is met without a mouse or without sight: where Tab goes, what is seen of the focus, what stands in the accessibility tree. */

/** What has the focus, in open shadow roots too, as walk() and the tests tell of it. Runs in the page. */
export function focused() {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  if (!element || element === document.body) return null;
  const box = element.getBoundingClientRect();
  /** An outline or ring around it, or around what stands for it. */
  const ringed = (each) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each);
    return (outlineStyle !== "none" && parseFloat(outlineWidth) >= 1.5) || boxShadow.includes("inset");
  };
  const stands = [element, element.nextElementSibling, element.closest(".sentence, .files-drop")].filter(Boolean);
  const drawn = element.closest('[role="grid"]') !== null; // on its canvas
  const at = (x, y) => element.getRootNode().elementFromPoint(x, y);
  const under = at(box.left + box.width / 2, box.top + box.height / 2);
  return {
    name: (element.getAttribute("aria-label") || element.labels?.[0]?.textContent || element.textContent).trim().replace(/\s+/g, " ").slice(0, 50),
    what: element.getAttribute("role") ?? element.type ?? element.localName, id: element.id, className: element.className,
    left: box.left, right: box.right, top: box.top + scrollY, bottom: box.bottom + scrollY,
    ringed: drawn || stands.some(ringed),
    seen: box.width > 0 && box.bottom > 0 && box.top < innerHeight && (drawn || Boolean(under && (element.contains(under) || under.contains(element) || under.closest("label")?.contains(element)))),
  };
}

/** Every stop of the Tab key from the top of the document, until it leaves the page or comes round. */
export async function walk(page, { most = 300, key = "Tab" } = {}) {
  const stops = [];
  for (let k = 0; k < most; k++) {
    if (key === "Tab") await page.keyboard.press("Tab");
    else {
      await page.keyboard.down("Shift");
      await page.keyboard.press("Tab");
      await page.keyboard.up("Shift");
    }
    const stop = await page.evaluate(focused);
    if (!stop) return stops;
    const first = stops[0];
    if (first && first.name === stop.name && first.left === stop.left && first.top === stop.top) return stops;
    stops.push(stop);
  }
  throw new Error(`Tab does not come out after ${most} stops`);
}

/** What is wrong with a walk: a ring that is not seen, a stop without a name or out of sight, a step back up the page. */
export function stumbles(stops) {
  const wrong = [];
  stops.forEach((stop, at) => {
    const says = `${stop.what} “${stop.name}” #${stop.id} .${stop.className}`;
    if (!stop.name) wrong.push(`no name: ${says}`);
    if (!stop.ringed) wrong.push(`no ring: ${says}`);
    if (!stop.seen) wrong.push(`out of sight: ${says}`);
    const next = stops[at + 1];
    if (next && next.bottom <= stop.top && next.left < stop.right && next.right > stop.left) wrong.push(`up from ${says} to “${next.name}”`);
  });
  return wrong;
}

/** Headings in order, and what is wrong with them: a level left out, no h1 or two, an empty one. Runs in the page. */
export function outline() {
  const headings = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6, [role=heading]")].filter((each) => each.checkVisibility());
  const wrong = [];
  let level = 0;
  for (const each of headings) {
    const now = Number(each.getAttribute("aria-level") ?? each.localName[1]);
    const says = (each.getAttribute("aria-label") ?? each.textContent).trim();
    if (now > level + 1) wrong.push(`h${now} “${says}” after h${level}`);
    if (!says) wrong.push(`an empty h${now}`);
    level = now;
  }
  const tops = headings.filter((each) => each.localName === "h1").length;
  if (tops !== 1) wrong.push(`${tops} h1`);
  return wrong;
}

/** Controls that a finger of 44 px does not hit: pointed at 21 px to each side of the middle, not inside running text. Runs in the page. */
export function small() {
  const wrong = [];
  const root = document.querySelector("dialog[open]") ?? document;
  for (const each of root.querySelectorAll("button, a[href], input, select, textarea, summary, [role=option], [tabindex='0']")) {
    if (!each.checkVisibility() || each.disabled || each.closest('[role="grid"], math') || each.matches(".chip, p a, [role=region]")) continue;
    each.scrollIntoView({ block: "center", inline: "center" });
    // A piece of the equation is its symbol and its name; the name is the larger one.
    const target = each.matches("input[type=checkbox], input[type=radio]") ? (each.closest("label") ?? each) : (each.querySelector(".piece-name") ?? each);
    const box = target.getBoundingClientRect();
    if (!box.width) continue;
    const middle = [box.left + box.width / 2, box.top + box.height / 2];
    const hits = (x, y) => {
      const at = document.elementFromPoint(x, y);
      return x < 0 || y < 0 || x > innerWidth || y > innerHeight || Boolean(at && (target.contains(at) || at.contains(target) === false && at.closest("label")?.contains(each)));
    };
    const reach = (dx, dy) => {
      let far = 0;
      while (far < 22 && hits(middle[0] + dx * (far + 1), middle[1] + dy * (far + 1))) far++;
      return far;
    };
    const width = Math.max(box.width, reach(1, 0) + reach(-1, 0));
    const height = reach(0, 1) + reach(0, -1);
    if (width < 43 || height < 43) wrong.push(`${Math.round(width)} × ${Math.round(height)}: ${each.localName}.${each.className} “${(each.getAttribute("aria-label") || target.textContent).trim().slice(0, 40)}”`);
  }
  scrollTo(0, 0);
  return [...new Set(wrong)];
}
