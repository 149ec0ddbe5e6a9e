// What readers say about paragraphs: counted at the end of each, read and written in a panel without leaving the text. The panel shows what a page of
// the owner has under `data-reader-panel`; where a link or an answer leads to another page, the browser goes there.

import { activate } from "../../../interface/js/main.js";
import { send } from "./api.js";
import { say } from "./words.js";

/** Elements at whose end the number stands. */
const BLOCKS = "p, li, dd, dt, h1, h2, h3, h4, h5, h6, td, th, figcaption, blockquote, pre";

/**
 * @typedef {{api: string, drawers: import("./drawers.js").Drawers, sections: import("./sections.js").Sections, status: HTMLElement,
 *   keepPlace: (change: () => void) => void}} Parts
 * @typedef {{start: number, end: number, count: number, label: string, path: string}} Said
 */

export class Remarks {
  /**
   * Nothing where the owner has no place for remarks.
   * @param {HTMLElement} reader @param {Parts} parts
   */
  static of(reader, parts) {
    const body = /** @type {HTMLElement | null} */ (reader.querySelector("[data-remarks]"));
    return body && new Remarks(reader, body, parts);
  }

  /** @param {HTMLElement} reader @param {HTMLElement} body @param {Parts} parts */
  constructor(reader, body, parts) {
    this.parts = parts;
    this.body = body;
    /** The section whose remarks are open. */
    this.section = 0;
    /** The page that is shown. */
    this.address = "";
    /** Which page is waited for; a later one takes its place. */
    this.asked = 0;
    reader.addEventListener("click", (event) => this.clicked(event));
    // Before the form's own script, which would go to the answer's page.
    body.addEventListener("submit", (event) => this.submitted(event), true);
  }

  /**
   * Puts the numbers at the ends of a section's paragraphs. A page from the server has them already.
   * @param {HTMLElement} section @param {boolean} [isChanged]
   * @returns {Promise<void>}
   */
  draw(section, isChanged) {
    const isKept = document.documentElement.hasAttribute("data-kept");
    if (!isChanged && !isKept && section.querySelector("[data-remark]")) return Promise.resolve();
    const number = this.parts.sections.number(section);
    return send("GET", this.parts.api + "/sections/" + number + "/remarks").then(
      (answer) => this.parts.keepPlace(() => this.put(section, answer.items)),
      // The text can be read without them.
      () => undefined);
  }

  /** @param {HTMLElement} section @param {Said[]} all */
  put(section, all) {
    section.querySelectorAll("[data-remark]").forEach((mark) => mark.remove());
    const index = this.parts.sections.index(section);
    for (const said of all) {
      const end = index.letterNear(said.end);
      if (end === 0) continue;
      const last = index.range(end - 1, end).startContainer.parentElement;
      const block = last && last.closest(BLOCKS);
      if (!block || !section.contains(block)) continue;
      const mark = document.createElement("a");
      mark.className = "reader-remark";
      mark.href = said.path;
      mark.dataset.remark = "";
      mark.textContent = String(said.count);
      mark.title = said.label;
      mark.setAttribute("aria-label", said.label);
      block.append(mark);
    }
  }

  /** @param {Event} event */
  clicked(event) {
    const click = /** @type {MouseEvent} */ (event);
    const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest("a[href]"));
    if (!link || event.defaultPrevented || click.ctrlKey || click.metaKey || click.shiftKey || click.button > 0) return;
    if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
    const isInPanel = this.body.contains(link);
    const end = /** @type {HTMLElement | null} */ (link.closest("[data-end]"));
    if (isInPanel && link.hash && link.pathname === location.pathname) return;
    if (!isInPanel && !link.matches("[data-remark]") && !(end && link === end.querySelector("a"))) return;
    event.preventDefault();
    const section = /** @type {HTMLElement | null} */ (link.closest(".reader-section"));
    if (isInPanel) this.load(link.href);
    else this.open(link.href, section ? this.parts.sections.number(section) : Number(end && end.dataset.end), link);
  }

  /** @param {string} address @param {number} section @param {HTMLElement} [opener] */
  open(address, section, opener) {
    this.section = section;
    this.body.textContent = "";
    this.parts.drawers.show("remarks", opener);
    return this.load(address);
  }

  /** @param {string} address @param {RequestInit} [request]
   * @returns {Promise<void>} */
  async load(address, request) {
    const asked = ++this.asked;
    this.body.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(address, Object.assign({ credentials: "same-origin", headers: { Accept: "text/html" } }, request));
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (asked !== this.asked) return;
      const found = page.querySelector("[data-reader-panel]");
      const goal = new URL(answer.url || address, location.href);
      // Fragments don't come with an answer.
      if (!goal.hash) goal.hash = new URL(address, location.href).hash;
      if (!found || page.documentElement.hasAttribute("data-kept")) {
        location.assign(goal.href);
        return;
      }
      this.show(document.importNode(found, true), goal);
      page.querySelectorAll("#toasts .toast p").forEach((word) => say(this.parts.status, word.textContent || ""));
    } catch (failure) {
      say(this.parts.status, this.parts.status.dataset.unreachable || "");
    }
    this.body.removeAttribute("aria-busy");
  }

  /** @param {Element} content @param {URL} address */
  show(content, address) {
    // One reads first what is there.
    const last = content.querySelector("[data-panel-last]");
    if (last) content.append(last);
    this.body.replaceChildren(content);
    this.address = address.href;
    activate(this.body);
    // A word that names what the address means: the comment that was sent, the field to write in.
    const named = address.hash ? this.body.querySelector('[id="' + address.hash.slice(1).replace(/["\\]/g, "\\$&") + '"]') : null;
    const goal = /** @type {HTMLElement | null} */ (named && (named.querySelector("textarea") || named));
    if (!goal) return;
    if (!goal.matches("textarea")) goal.tabIndex = -1;
    goal.focus({ preventScroll: true });
    goal.scrollIntoView({ block: "center" });
  }

  /** @param {SubmitEvent} event */
  submitted(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    // Without a connection a form that may wait is kept on the device, as everywhere.
    if (form.method !== "post" || !navigator.onLine) return;
    event.preventDefault();
    event.stopPropagation();
    const fields = new URLSearchParams();
    new FormData(form).forEach((value, name) => fields.append(name, String(value)));
    const pressed = /** @type {HTMLButtonElement | null} */ (event.submitter);
    if (pressed && pressed.name) fields.append(pressed.name, pressed.value);
    const section = this.parts.sections.loaded(this.section);
    this.load(form.action, { method: "POST", body: fields }).then(() => {
      if (!section) return;
      this.draw(section, true);
      this.renewEnd(section);
    });
  }

  /** The way to all that was said about a section says how much that is now.
   * @param {HTMLElement} section */
  renewEnd(section) {
    const end = this.parts.sections.ends.get(section);
    const link = end && end.querySelector("a");
    if (!link) return;
    send("GET", this.parts.api + "/sections/" + this.parts.sections.number(section)).then(
      (answer) => { if (answer.link) link.textContent = answer.link.label; }, () => undefined);
  }
}
