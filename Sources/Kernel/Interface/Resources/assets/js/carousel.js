// Buttons for a shelf that is pushed sideways. Touch and keyboard need none of this.

/** @param {HTMLElement} element */
export default function carousel(element) {
  const track = /** @type {HTMLElement | null} */ (element.querySelector("[data-carousel-track]"));
  const header = element.querySelector(".section-header");
  if (!track || !header) return;
  const back = arrow(element.dataset.previous || "", "M14.5 5.5 8 12l6.5 6.5");
  const on = arrow(element.dataset.next || "", "M9.5 5.5 16 12l-6.5 6.5");
  const group = document.createElement("div");
  group.className = "carousel-buttons";
  group.append(back, on);
  header.append(group);

  /** In a text from right to left the track scrolls to negative offsets. */
  const sign = getComputedStyle(track).direction === "rtl" ? -1 : 1;
  const update = () => {
    const most = track.scrollWidth - track.clientWidth;
    const offset = Math.abs(track.scrollLeft);
    group.hidden = most <= 1;
    back.disabled = offset <= 1;
    on.disabled = offset >= most - 1;
  };
  /** @param {number} direction */
  const push = (direction) => {
    const distance = sign * direction * track.clientWidth * 0.85;
    // Safari learned to scroll smoothly, and to be asked in this way, in version 15.
    if ("scrollBehavior" in document.documentElement.style) track.scrollBy({ left: distance, behavior: "smooth" });
    else track.scrollLeft += distance;
  };
  back.addEventListener("click", () => push(-1));
  on.addEventListener("click", () => push(1));
  track.addEventListener("scroll", update, { passive: true });
  window.addEventListener("resize", update);
  update();
}

/** @param {string} label @param {string} path */
function arrow(label, path) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "icon-button icon-button-plain";
  button.setAttribute("aria-label", label);
  button.title = label;
  const space = "http://www.w3.org/2000/svg";
  const drawing = document.createElementNS(space, "svg");
  drawing.setAttribute("class", "icon");
  drawing.setAttribute("viewBox", "0 0 24 24");
  drawing.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(space, "path");
  line.setAttribute("d", path);
  drawing.append(line);
  button.append(drawing);
  return button;
}
