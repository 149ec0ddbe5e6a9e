// The zone of the device stands in the field until somebody writes another.

/** @param {HTMLElement} element */
export default function deviceZone(element) {
  const field = /** @type {HTMLInputElement} */ (element);
  const zone = "Intl" in window && Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone && field.value === field.defaultValue) field.value = zone;
}
