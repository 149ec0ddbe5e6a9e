// What a reference in the text says, in a panel over the text: the place where one reads stays.

import { part, say } from "./words.js";

/**
 * @param {HTMLElement} reader
 * @param {import("./drawers.js").Drawers} drawers
 * @param {HTMLElement} status
 */
export function watchLookups(reader, drawers, status) {
  const panel = part(reader, '[data-drawer="reference"]');
  const body = part(panel, "[data-reference-text]");
  /** Which is waited for; a later one takes its place. */
  let asked = 0;

  /** @param {HTMLAnchorElement} link */
  async function open(link) {
    const turn = ++asked;
    part(panel, "h2").textContent = link.textContent;
    body.textContent = "";
    body.setAttribute("aria-busy", "true");
    drawers.show("reference", link);
    try {
      const answer = await fetch(link.href, { credentials: "same-origin", headers: { Accept: "text/html" } });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const found = page.querySelector("[data-reader-panel]");
      if (turn !== asked) return;
      if (!found || page.documentElement.hasAttribute("data-kept")) throw new Error("no words");
      body.replaceChildren(document.importNode(found, true));
    } catch (failure) {
      if (turn !== asked) return;
      drawers.close();
      say(status, status.dataset.failed || "");
    }
    body.removeAttribute("aria-busy");
  }

  reader.addEventListener("click", (event) => {
    const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest("a[data-reference-link]"));
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.button > 0) return;
    event.preventDefault();
    open(link);
  });
}
