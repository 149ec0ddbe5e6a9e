// What is wrong with the fields of a form, at each of them and in the reader's language: the same words that the server would send back.

/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Field */

const parts = /** @type {HTMLTemplateElement} */ (document.getElementById("script-parts"));

/** Marks every wrong field and goes to the first.
 * @param {HTMLFormElement} form */
export function explain(form) {
  const wrong = /** @type {Field[]} */ (Array.from(form.elements).filter((element) => {
    const field = /** @type {Field} */ (element);
    return field.willValidate && !field.validity.valid;
  }));
  // Of the buttons of a choice only the first says that one is to be made.
  wrong.filter((field, index) => wrong.findIndex((other) => other.name === field.name) === index).forEach(mark);
  const first = wrong[0];
  if (!first) return;
  for (let fold = first.closest("details:not([open])"); fold; fold = fold.parentElement && fold.parentElement.closest("details:not([open])")) {
    /** @type {HTMLDetailsElement} */ (fold).open = true;
  }
  first.focus();
}

/** @param {Field} field */
function mark(field) {
  const place = field.closest(".field, .choices, fieldset, .check") || field;
  const id = (field.id || "field-" + field.name) + "-error";
  const earlier = document.getElementById(id);
  if (earlier) earlier.remove();
  const error = /** @type {HTMLElement} */ (/** @type {Element} */ (parts.content.querySelector(".field-error")).cloneNode(true));
  error.id = id;
  /** @type {Element} */ (error.querySelector("span")).textContent = reason(field);
  place.classList.add("field-invalid");
  if (place.matches(".field, .choices, fieldset")) place.append(error);
  else place.after(error);
  field.setAttribute("aria-invalid", "true");
  const described = (field.getAttribute("aria-describedby") || "").split(" ").filter((one) => one && one !== id);
  field.setAttribute("aria-describedby", described.concat(id).join(" "));
  field.addEventListener("input", function check() {
    if (!field.validity.valid) return;
    field.removeEventListener("input", check);
    error.remove();
    place.classList.remove("field-invalid");
    field.removeAttribute("aria-invalid");
    field.setAttribute("aria-describedby", described.join(" "));
  });
}

/** @param {Field} field */
function reason(field) {
  const state = field.validity;
  const words = parts.dataset;
  /** @param {string | undefined} text @param {string} limit */
  const limited = (text, limit) => (text || "").replace("{limit}", field.getAttribute(limit) || "");
  if (state.valueMissing) return words.missing || "";
  if (state.badInput) return words.number || "";
  if (state.tooLong) return limited(words.long, "maxlength");
  // A rule of its own is said by the field: as its title or its hint.
  const hint = document.getElementById(field.id + "-hint");
  if (state.patternMismatch || state.tooShort && field.title) return field.title || (hint && hint.textContent) || words.other || "";
  if (state.tooShort) return limited(words.short, "minlength");
  if (state.typeMismatch && field.type === "email") return words.email || "";
  if (state.rangeUnderflow) return limited(words.least, "min");
  if (state.rangeOverflow) return limited(words.most, "max");
  return words.other || "";
}
