// The zone of the device stands in the field until somebody writes another; a city is enough, as the server takes it. A device that says UTC
// was never told where it is.

/** @param {HTMLElement} element */
export default function timeZone(element) {
  const field = /** @type {HTMLInputElement} */ (element);
  const zone = "Intl" in window && Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (field.dataset.zone === "device" && zone && !/^(Etc\/)?(UTC|UCT|GMT|Universal|Zulu)$/.test(zone) && field.value === field.defaultValue) field.value = zone;
  field.addEventListener("input", () => field.setCustomValidity(""));
  field.addEventListener("change", () => {
    const found = find(field);
    if (found) field.value = found;
    field.setCustomValidity(found || !field.value.trim() ? "" : field.dataset.unknown || "");
  });
}

/** The zone that was named, or the only one that is named after this city.
 * @param {HTMLInputElement} field */
function find(field) {
  const wanted = folded(field.value.trim());
  const list = /** @type {HTMLDataListElement | null} */ (field.list);
  const zones = Array.from(list ? list.options : []).map((option) => option.value);
  const whole = zones.filter((zone) => folded(zone) === wanted);
  if (whole.length > 0) return whole[0];
  const cities = zones.filter((zone) => folded(zone.split("/").slice(-1)[0]) === wanted);
  // An old abbreviation such as UTC is for the server to judge.
  return cities.length === 1 ? cities[0] : /^[A-Z][A-Z0-9+-]*$/.test(field.value.trim()) ? field.value.trim() : "";
}

/** @param {string} name */
function folded(name) { return name.replace(/_/g, " ").normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase(); }
