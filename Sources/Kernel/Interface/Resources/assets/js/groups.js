// A list whose groups belong each to one choice of another list of its form: only the group of what is chosen there is offered. Others are
// taken out, for not every browser hides them.

/** @param {HTMLElement} element */
export default function start(element) {
  const list = /** @type {HTMLSelectElement} */ (element);
  const other = list.form && /** @type {HTMLSelectElement | null} */ (list.form.elements.namedItem(list.dataset.groupsOf || ""));
  if (!other) return;
  const groups = Array.prototype.slice.call(list.querySelectorAll("optgroup"));
  const show = () => {
    const chosen = list.value;
    for (const group of groups) {
      if (group.dataset.group === other.value) list.appendChild(group);
      else if (group.parentNode) group.parentNode.removeChild(group);
    }
    // The same choice in the other group, where it has one.
    const same = list.querySelector('option[value="' + chosen + '"]');
    list.value = same ? chosen : "";
  };
  other.addEventListener("change", show);
  show();
}
