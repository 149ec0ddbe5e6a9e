// Panels that slide in from the side or up from the bottom: one at a time, focus kept inside; Escape and going back close them.

import { sheetEntry } from "../../../interface/js/sheet.js";

const FOCUSABLE = "a[href], button:not([disabled]), input:not([disabled]), select, textarea, summary, [tabindex='0']";

export class Drawers {
  /**
   * @param {HTMLElement} reader
   * @param {HTMLElement} curtain lies behind the open panel and closes it when tapped
   */
  constructor(reader, curtain) {
    this.reader = reader;
    this.curtain = curtain;
    /** @type {HTMLElement | null} */
    this.open = null;
    /** @type {HTMLElement | null} */
    this.opener = null;
    /** @type {Record<string, (panel: HTMLElement) => void>} */
    this.onOpen = {};
    this.entry = sheetEntry(() => this.close());
    reader.addEventListener("click", (event) => this.clicked(event));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {Event} event */
  clicked(event) {
    const target = /** @type {Element} */ (event.target);
    const opener = /** @type {HTMLElement | null} */ (target.closest("[data-open]"));
    if (opener) {
      event.preventDefault();
      const name = opener.dataset.open || "";
      if (this.open && this.open.dataset.drawer === name) this.close();
      else this.show(name, opener);
    } else if (target.closest("[data-close]") || target === this.curtain) {
      this.close();
    }
  }

  /**
   * @param {string} name
   * @param {HTMLElement} [opener] gets the focus back
   */
  show(name, opener) {
    const panel = /** @type {HTMLElement | null} */ (this.reader.querySelector('[data-drawer="' + name + '"]'));
    if (!panel) return;
    if (this.open) this.close(true);
    this.open = panel;
    this.opener = opener || /** @type {HTMLElement} */ (document.activeElement);
    panel.hidden = false;
    this.curtain.hidden = false;
    this.curtain.dataset.behind = name;
    this.mark(name, true);
    this.entry.opened();
    if (this.onOpen[name]) this.onOpen[name](panel);
    const first = /** @type {HTMLElement | null} */ (panel.querySelector("[data-focus]") || panel.querySelector("h2") || panel);
    if (first) {
      if (!first.matches(FOCUSABLE)) first.tabIndex = -1;
      first.focus({ preventScroll: true });
    }
  }

  /** @param {boolean} [isReplaced] another panel takes over, so the focus does not go back */
  close(isReplaced) {
    const panel = this.open;
    if (!panel) return;
    this.open = null;
    panel.hidden = true;
    this.curtain.hidden = true;
    this.mark(panel.dataset.drawer || "", false);
    if (!isReplaced) this.entry.closed();
    const isInside = panel.contains(document.activeElement) || document.activeElement === document.body;
    if (!isReplaced && isInside && this.opener && document.contains(this.opener)) this.opener.focus({ preventScroll: true });
  }

  /**
   * @param {string} name
   * @param {boolean} isOpen
   */
  mark(name, isOpen) {
    this.reader.querySelectorAll('[data-open="' + name + '"]').forEach((button) => {
      button.setAttribute("aria-expanded", String(isOpen));
    });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const panel = this.open;
    if (!panel || event.defaultPrevented) return;
    if (event.key === "Escape") {
      event.preventDefault();
      this.close();
    } else if (event.key === "Tab") {
      const all = /** @type {HTMLElement[]} */ (Array.prototype.filter.call(
        panel.querySelectorAll(FOCUSABLE), (/** @type {HTMLElement} */ one) => one.offsetParent !== null));
      if (all.length === 0) return;
      const first = all[0];
      const last = all[all.length - 1];
      const active = document.activeElement;
      if (event.shiftKey && (active === first || !panel.contains(active) || active === panel.querySelector("h2"))) {
        event.preventDefault();
        last.focus();
      } else if (!event.shiftKey && (active === last || !panel.contains(active))) {
        event.preventDefault();
        first.focus();
      }
    }
  }
}
