// On a phone the filter is a sheet whose button says how many stories there would be. Without a script it opens in the page.

const sheet = /** @type {HTMLDetailsElement | null} */ (document.querySelector("[data-filter-sheet]"));
if (sheet) start(sheet);

/** @param {HTMLDetailsElement} panel */
function start(panel) {
  const form = /** @type {HTMLFormElement} */ (panel.querySelector("form"));
  const summary = /** @type {HTMLElement} */ (panel.querySelector("summary"));
  const shown = /** @type {HTMLElement} */ (form.querySelector("[data-filter-show]"));
  panel.classList.add("is-sheet");
  const close = document.createElement("button");
  close.type = "button";
  close.className = "icon-button icon-button-plain filter-close";
  close.textContent = "×";
  close.setAttribute("aria-label", panel.dataset.close || "");
  form.prepend(close);
  const shut = () => {
    panel.open = false;
    summary.focus();
  };
  close.addEventListener("click", shut);
  panel.addEventListener("keydown", (event) => { if (event.key === "Escape" && !event.isComposing) shut(); });
  document.addEventListener("pointerdown", (event) => {
    const isBeside = panel.open && getComputedStyle(form).position === "fixed" && event.target instanceof Node && !panel.contains(event.target);
    if (isBeside) panel.open = false;
  });

  let waiting = 0;
  let latest = 0;
  form.addEventListener("input", () => {
    window.clearTimeout(waiting);
    waiting = window.setTimeout(count, 300);
  });

  /** The page that the button leads to knows how many there are. */
  async function count() {
    const turn = ++latest;
    const query = new URLSearchParams();
    new FormData(form).forEach((value, name) => query.append(name, String(value)));
    const answer = await fetch(form.action + "?" + query, { credentials: "same-origin", headers: { Accept: "text/html" } }).catch(() => undefined);
    if (!answer || !answer.ok || turn !== latest) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const other = page.querySelector("[data-filter-show]");
    if (other && turn === latest) shown.replaceChildren(...Array.from(other.childNodes));
  }
}
