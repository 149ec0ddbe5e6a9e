// The cover that was chosen, before it is sent.

const field = document.querySelector("[data-cover-field]");
if (field) watch(field);

/** @param {Element} field */
function watch(field) {
  const file = /** @type {HTMLInputElement} */ (field.querySelector("input[type=file]"));
  const place = /** @type {HTMLElement} */ (field.querySelector(".cover-field-now"));
  const before = place.innerHTML;
  let shown = "";
  file.addEventListener("change", () => {
    if (shown) URL.revokeObjectURL(shown);
    const chosen = file.files && file.files[0];
    shown = "";
    if (!chosen || !chosen.type.startsWith("image/")) {
      place.innerHTML = before;
      return;
    }
    shown = URL.createObjectURL(chosen);
    const cover = document.createElement("span");
    const picture = document.createElement("img");
    cover.className = "cover";
    picture.alt = "";
    picture.src = shown;
    cover.append(picture);
    place.textContent = "";
    place.append(cover);
  });
}
