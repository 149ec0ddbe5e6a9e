// A list whose choices fill in other fields of its form, by their names.

/** @param {HTMLElement} element */
export default function start(element) {
  const list = /** @type {HTMLSelectElement} */ (element);
  const presets = JSON.parse(list.dataset.presets || "{}");
  list.addEventListener("change", () => {
    const fields = presets[list.value] || {};
    for (const name of Object.keys(fields)) {
      const field = /** @type {HTMLInputElement | null} */ (list.form && list.form.elements.namedItem(name));
      if (field) field.value = fields[name];
    }
  });
}
