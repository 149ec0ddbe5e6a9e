// A form is checked before it is sent, by our own words in the reader's language and at the field, in place of the browser's bubbles. The
// server checks everything again and says the same: see `FormWords` for the sentences, which a field replaces by `data-missing` and
// `data-wrong`. A length is counted as the server counts it, in characters and not in the halves of an emoji.

/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Control */

const template = /** @type {HTMLTemplateElement | null} */ (document.getElementById("form-words"));
/** From so many wrong fields on, a list stands above the form. */
const many = 3;

/** Takes over what `root` holds.
 * @param {ParentNode} root */
export function take(root) {
  // A refused form is shown at the address that took it, which shows nothing when it is loaded anew: the page has its own address back.
  const page = /** @type {HTMLInputElement | null} */ (root === document && document.querySelector("input[name=refused-at]"));
  if (page && page.value[0] === "/") history.replaceState(history.state, "", page.value);
  if (!template) return;
  root.querySelectorAll("form[method=post]:not([novalidate])").forEach((element) => {
    const form = /** @type {HTMLFormElement} */ (element);
    // A composer and the like have no place for a sentence.
    if (!form.querySelector(".field")) return;
    form.noValidate = true;
    form.setAttribute("data-checked", "");
    controls(form).forEach((control) => {
      if (control instanceof HTMLSelectElement || control.maxLength < 0) return;
      // The browser would cut off silently what is pasted, and count an emoji twice.
      control.dataset.longest = String(control.maxLength);
      control.removeAttribute("maxlength");
    });
  });
}

/** Characters as the server counts them.
 * @param {string} words */
export function length(words) { return Array.from(words.replace(/\r\n/g, "\n")).length; }

/** @param {HTMLFormElement} form
 * @returns {Control[]} */
function controls(form) {
  return /** @type {Control[]} */ (Array.from(form.elements).filter((one) =>
    one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement || one instanceof HTMLSelectElement));
}

/** @param {string} name @param {...(string | number)} values */
function words(name, ...values) {
  const text = (template && template.dataset[name]) || "";
  return values.reduce((/** @type {string} */ all, value, index) => all.replace("%" + (index + 1), String(value)), text);
}

/** What is wrong with it; empty when nothing is.
 * @param {Control} control */
function fault(control) {
  if (!control.willValidate) return "";
  const state = control.validity;
  const longest = Number(control.dataset.longest || Infinity);
  const isBlank = control.required && /^(text|search|textarea|email|url|tel)$/.test(control.type) && !control.value.trim();
  if (state.customError) return control.validationMessage;
  if (state.valueMissing || isBlank) return control.dataset.missing || words(control.type === "checkbox" ? "unticked" : "missing");
  if (length(control.value) > longest) return words("long", longest);
  if (state.valid) return "";
  if (control.dataset.wrong) return control.dataset.wrong;
  if (control instanceof HTMLInputElement && (state.rangeUnderflow || state.rangeOverflow) && control.type === "number") {
    if (control.min && control.max) return words("between", control.min, control.max);
    return state.rangeUnderflow ? words("least", control.min) : words("most", control.max);
  }
  // What a pattern asks for stands in the hint.
  const hint = (state.patternMismatch || state.tooShort) && document.getElementById(control.id + "-hint");
  return (hint && hint.textContent) || words(state.badInput || state.stepMismatch ? "number" : "wrong");
}

/** @param {Control} control */
function fieldOf(control) { return control.closest(".field") || /** @type {HTMLElement} */ (control.parentElement); }

/** @param {Control} control @param {string} reason */
function show(control, reason) {
  const field = fieldOf(control);
  if (!control.id) control.id = "field-" + control.name;
  const id = control.id + "-error";
  const described = (control.getAttribute("aria-describedby") || "").split(" ").filter((one) => one && one !== id);
  const old = document.getElementById(id) || field.querySelector(".field-error");
  if (old) old.remove();
  field.classList.toggle("field-invalid", reason !== "");
  if (reason && template) {
    const line = /** @type {HTMLElement} */ (/** @type {Element} */ (template.content.querySelector(".field-error")).cloneNode(true));
    line.id = id;
    /** @type {Element} */ (line.querySelector("span")).textContent = reason;
    if (field.classList.contains("field")) field.append(line);
    else control.insertAdjacentElement("afterend", line);
    control.setAttribute("aria-invalid", "true");
    described.push(id);
  } else control.removeAttribute("aria-invalid");
  if (described.length > 0) control.setAttribute("aria-describedby", described.join(" "));
  else control.removeAttribute("aria-describedby");
}

/** @param {HTMLFormElement} form @param {Control[]} wrong @param {string[]} reasons */
function summarise(form, wrong, reasons) {
  form.querySelectorAll(".problem-alert").forEach((alert) => alert.remove());
  const alert = template && template.content.querySelector(".problem-alert");
  if (!alert || wrong.length < many) return;
  const copy = /** @type {HTMLElement} */ (alert.cloneNode(true));
  const list = document.createElement("ul");
  list.className = "problem-fields";
  wrong.forEach((control, index) => {
    const way = document.createElement("a");
    way.href = "#" + control.id;
    // Among others, “Fill in this field” says nothing without the name of the field.
    way.textContent = name(control) + reasons[index];
    way.addEventListener("click", (event) => {
      event.preventDefault();
      lead(control);
    });
    const row = document.createElement("li");
    row.append(way);
    list.append(row);
  });
  /** @type {Element} */ (copy.querySelector(".alert-words")).append(list);
  form.prepend(copy);
}

/** What the field is called, with a colon; empty where its sentence stands for itself.
 * @param {Control} control */
function name(control) {
  const label = control.dataset.missing || control.dataset.wrong ? null : fieldOf(control).querySelector(".field-label");
  const first = label && label.firstChild;
  return first && first.textContent ? first.textContent.trim() + ": " : "";
}

/** @param {Control} control */
function lead(control) {
  for (let box = control.closest("details"); box; box = box.parentElement && box.parentElement.closest("details")) box.open = true;
  control.focus({ preventScroll: true });
  const field = fieldOf(control);
  const foot = parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom) || 0;
  // The page from its top where the field is seen there too: a heading that the header cuts in half looks broken.
  const isHigh = field.getBoundingClientRect().bottom + window.pageYOffset < window.innerHeight - foot;
  if (isHigh && !field.closest(".dialog")) window.scrollTo(0, 0);
  else field.scrollIntoView({ block: "nearest" });
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const button = /** @type {HTMLButtonElement | null} */ (event.submitter || null);
  if (!form.hasAttribute("data-checked") || (button && button.formNoValidate)) return;
  /** @type {Record<string, boolean>} */
  const groups = {};
  /** @type {Control[]} */
  const wrong = [];
  /** @type {string[]} */
  const reasons = [];
  controls(form).forEach((control) => {
    if (control.type === "radio") {
      if (groups[control.name]) return;
      groups[control.name] = true;
    }
    const reason = fault(control);
    if (reason || control.getAttribute("aria-invalid") === "true") show(control, reason);
    if (!reason) return;
    wrong.push(control);
    reasons.push(reason);
  });
  summarise(form, wrong, reasons);
  if (wrong.length === 0) return;
  event.preventDefault();
  // Nothing else hears of a form that is not sent.
  event.stopImmediatePropagation();
  lead(wrong[0]);
}, true);

// What is mended is no longer called wrong, and what is wrong in another way now is called so.
["input", "change"].forEach((name) => document.addEventListener(name, (event) => {
  const control = /** @type {Control} */ (event.target);
  const form = control.form;
  if (!form || !form.hasAttribute("data-checked") || control.getAttribute("aria-invalid") !== "true") return;
  const reason = fault(control);
  const line = document.getElementById(control.id + "-error");
  if (!reason || !line || (line.textContent || "").trim() !== reason) show(control, reason);
}));
