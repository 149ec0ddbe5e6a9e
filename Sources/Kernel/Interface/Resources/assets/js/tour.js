// A guided tour: one stop at a time, beside the element it speaks of. Without this script the stops are a list.

/** @param {HTMLElement} panel */
export default function start(panel) {
  const stops = /** @type {HTMLElement[]} */ (Array.from(panel.querySelectorAll("[data-tour-stop]"))).filter((stop) => target(stop) !== null);
  const back = /** @type {HTMLButtonElement | null} */ (panel.querySelector("[data-tour-back]"));
  const next = /** @type {HTMLButtonElement | null} */ (panel.querySelector("[data-tour-next]"));
  if (stops.length === 0 || !back || !next) return;
  let at = 0;

  /** @param {number} number */
  const show = (number) => {
    const before = target(stops[at]);
    if (before) before.classList.remove("tour-target");
    at = number;
    Array.from(panel.querySelectorAll("[data-tour-stop]")).forEach((stop) => stop.toggleAttribute("hidden", stop !== stops[at]));
    const element = target(stops[at]);
    if (element) {
      element.classList.add("tour-target");
      element.scrollIntoView({ block: "center" });
    }
    back.hidden = at === 0;
    next.hidden = at === stops.length - 1;
  };

  panel.classList.add("is-guided");
  panel.setAttribute("tabindex", "-1");
  panel.setAttribute("aria-live", "polite");
  back.addEventListener("click", () => {
    show(at - 1);
    if (back.hidden) next.focus();
  });
  next.addEventListener("click", () => {
    show(at + 1);
    if (next.hidden) panel.focus();
  });
  panel.addEventListener("keydown", (event) => {
    if (event.key === "Escape") location.assign(location.pathname);
  });
  show(0);
  panel.focus();
}

/** The first element of that name that is on the screen.
 * @param {HTMLElement} stop
 * @returns {HTMLElement | null} */
function target(stop) {
  const name = stop.getAttribute("data-tour-stop");
  const found = /** @type {HTMLElement[]} */ (Array.from(document.querySelectorAll('[data-tour="' + name + '"]')));
  return found.find((element) => element.getClientRects().length > 0) || null;
}
