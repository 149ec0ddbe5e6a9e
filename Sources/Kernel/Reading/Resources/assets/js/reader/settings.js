// Size, face, spacing, width, theme and flow: applied at once, remembered by the server for this device or person.

/**
 * @typedef {{mode: "scroll" | "pages", axis: "vertical" | "horizontal"}} Flow
 */

const cookie = "__Host-reading=";

/** Shows what this device remembers, as the server would have drawn it.
 * @param {HTMLElement} reader @param {HTMLFormElement} form */
export function showSettings(reader, form) {
  const kept = chosen();
  if (!kept) return;
  Object.keys(kept).forEach((name) => {
    const value = typeof kept[name] === "boolean" ? (kept[name] ? "yes" : "no") : String(kept[name]);
    if (!(name in reader.dataset)) return;
    reader.dataset[name] = value;
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = kept[name] === true;
    else if (field) /** @type {RadioNodeList | HTMLInputElement} */ (field).value = value;
  });
}

/** @returns {Record<string, string | number | boolean> | null} */
function chosen() {
  const line = document.cookie.split("; ").find((one) => one.indexOf(cookie) === 0);
  try {
    return line ? JSON.parse(decodeURIComponent(line.slice(cookie.length))) : null;
  } catch (failure) {
    return null;
  }
}

export class Settings {
  /**
   * @param {HTMLElement} reader carries every setting as a data attribute, which the style sheet reads
   * @param {HTMLFormElement} form
   * @param {(change: () => void) => void} apply does the change and lays the text out again
   */
  constructor(reader, form, apply) {
    this.reader = reader;
    this.form = form;
    this.apply = apply;
    /** @type {number | undefined} */
    this.timer = undefined;
    this.isRemembered = true;
    form.addEventListener("change", () => this.changed());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.changed();
    });
    form.addEventListener("click", (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest("[data-step]");
      if (button) this.step(Number(/** @type {HTMLElement} */ (button).dataset.step));
    });
    window.addEventListener("pagehide", () => this.rememberLast());
    this.showSize();
  }

  /** @returns {Flow} */
  get flow() {
    const data = this.reader.dataset;
    return {
      mode: data.mode === "pages" ? "pages" : "scroll",
      axis: data.axis === "horizontal" ? "horizontal" : "vertical",
    };
  }

  /** @returns {HTMLInputElement} */
  get size() {
    return /** @type {HTMLInputElement} */ (this.form.elements.namedItem("size"));
  }

  /** @param {number} by */
  step(by) {
    this.size.value = String(Number(this.size.value) + by);
    this.changed();
  }

  showSize() {
    const output = this.form.querySelector("output");
    if (output) output.textContent = this.size.value;
  }

  changed() {
    this.apply(() => {
      new FormData(this.form).forEach((value, name) => {
        if (name !== "submission") this.reader.dataset[name] = String(value);
      });
      const justified = this.form.elements.namedItem("justified");
      this.reader.dataset.justified = justified instanceof HTMLInputElement && justified.checked ? "yes" : "no";
      document.documentElement.dataset.readerTheme = this.reader.dataset.theme;
    });
    this.showSize();
    this.keepOnDevice();
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.remember(), 400);
    this.isRemembered = false;
  }

  /** The cookie that the server reads before it draws the next page; it is the same that the server itself would set. */
  keepOnDevice() {
    const data = this.reader.dataset;
    const kept = {
      mode: data.mode, axis: data.axis, size: Number(data.size), face: data.face, leading: data.leading, width: data.width,
      theme: data.theme, justified: data.justified === "yes", verses: data.verses,
    };
    document.cookie = cookie + encodeURIComponent(JSON.stringify(kept)) +
      "; Path=/; Secure; SameSite=Lax; Max-Age=31536000";
  }

  /** What the form would send without a script. */
  get fields() {
    const fields = new URLSearchParams();
    // The choices are sent again and again from the same page, each time as something new.
    new FormData(this.form).forEach((value, name) => { if (name !== "submission") fields.append(name, String(value)); });
    return fields;
  }

  /** A change just before leaving goes out with the page. */
  rememberLast() {
    if (!this.isRemembered && navigator.sendBeacon && navigator.sendBeacon(this.form.action, this.fields)) this.isRemembered = true;
  }

  remember() {
    this.isRemembered = true;
    // A lost answer does no harm: the next change sends everything again.
    fetch(this.form.action, {
      method: "POST",
      credentials: "same-origin",
      headers: { "Content-Type": "application/x-www-form-urlencoded;charset=UTF-8" },
      body: this.fields.toString(),
    }).catch(() => undefined);
  }
}
