// The places of the staff portal beside its content: the present one is in sight, and what is typed narrows the list.

/** @param {HTMLElement} places */
export default function portalPlaces(places) {
  const present = /** @type {HTMLElement | null} */ (places.querySelector("[aria-current=page]"));
  if (present && present.offsetTop > places.clientHeight - 120) places.scrollTop = present.offsetTop - places.clientHeight / 2;

  const field = /** @type {HTMLInputElement | null} */ (places.querySelector("input[type=search]"));
  if (!field || !field.form) return;
  const lines = Array.from(places.querySelectorAll("li")).filter((line) => !line.closest(".portal-columns"));
  const folds = /** @type {HTMLDetailsElement[]} */ (Array.from(places.querySelectorAll(".nav-fold, [data-place-fold]")));
  const heading = (/** @type {Element} */ line) => ((line.closest(".nav-fold, .place-section") || line).querySelector("h2") || { textContent: "" }).textContent;
  /** Which groups were open before somebody typed.
   * @type {HTMLDetailsElement[] | null} */
  let before = null;
  const narrow = () => {
    const words = field.value.toLowerCase().split(" ").filter(Boolean);
    lines.forEach((line) => {
      const text = [heading(line), line.textContent, line.dataset.words || "", line.dataset.search || ""].join(" ").toLowerCase();
      // Asked for in the plural, in English.
      line.hidden = !words.every((word) => text.indexOf(word) >= 0 || (word.length > 3 && word.endsWith("s") && text.indexOf(word.slice(0, -1)) >= 0));
    });
    if (words.length > 0 && !before) before = folds.filter((fold) => fold.open);
    folds.forEach((fold) => { fold.open = words.length > 0 || (before || []).includes(fold); });
    if (words.length === 0) before = null;
    places.querySelectorAll("ul, .nav-group, .app-switch, .place-section").forEach((group) => {
      /** @type {HTMLElement} */ (group).hidden = !group.querySelector("li:not([hidden])");
    });
    // What waits is no page to be found.
    places.querySelectorAll(".portal-columns").forEach((columns) => { /** @type {HTMLElement} */ (columns).hidden = words.length > 0; });
    const nothing = /** @type {HTMLElement | null} */ (places.querySelector(".place-none"));
    if (nothing) nothing.hidden = lines.some((line) => !line.hidden);
  };
  field.addEventListener("input", narrow);
  // On a slow network somebody has typed before this script came.
  if (field.value !== field.defaultValue) narrow();
  // The first place that is left is what Enter means.
  field.form.addEventListener("submit", (event) => {
    const first = /** @type {HTMLAnchorElement | null} */ ((lines.find((line) => !line.hidden) || places).querySelector("a"));
    if (!first || !field.value.trim()) return;
    event.preventDefault();
    location.assign(first.href);
  });
}
