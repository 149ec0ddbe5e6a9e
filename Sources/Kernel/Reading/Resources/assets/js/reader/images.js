// Pictures that open large, and tables and code that scroll on their own.

/** Smaller pictures are ornaments. */
const ORNAMENT = 64;

/**
 * Makes pictures into buttons that open them, and gives wide things a box to scroll in.
 * @param {HTMLElement} section
 * @param {{enlarge: string, scroll: string}} labels
 */
export function decorate(section, labels) {
  section.querySelectorAll("img").forEach((image) => {
    const ready = () => makeButton(image, labels.enlarge);
    if (image.complete && image.naturalWidth) ready();
    else image.addEventListener("load", ready, { once: true });
  });
  section.querySelectorAll("table, pre, math[display='block']").forEach((wide) => {
    if (wide.closest(".reader-wide")) return;
    const box = document.createElement("div");
    box.className = "reader-wide";
    const parent = /** @type {Node} */ (wide.parentNode);
    parent.insertBefore(box, wide);
    box.appendChild(wide);
  });
  mindWide(section, labels.scroll);
}

/**
 * What is wider than the text can be reached and moved by keyboard.
 * @param {HTMLElement} section
 * @param {string} label
 */
export function mindWide(section, label) {
  section.querySelectorAll(".reader-wide").forEach((box) => {
    if (box.scrollWidth > box.clientWidth + 1) {
      box.setAttribute("tabindex", "0");
      // Not a region: a page may have many of them.
      box.setAttribute("role", "group");
      box.setAttribute("aria-label", label);
    } else {
      ["tabindex", "role", "aria-label"].forEach((name) => box.removeAttribute(name));
    }
  });
}

/**
 * @param {HTMLImageElement} image
 * @param {string} label
 */
function makeButton(image, label) {
  if (image.naturalWidth < ORNAMENT || image.naturalHeight < ORNAMENT || image.closest("a, button")) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "reader-picture";
  button.setAttribute("aria-label", image.alt ? label + ": " + image.alt : label);
  const parent = /** @type {Node} */ (image.parentNode);
  parent.insertBefore(button, image);
  button.appendChild(image);
}

/**
 * Puts a picture on the stage; a tap changes between the whole picture and its full size.
 * @param {HTMLElement} stage
 * @param {HTMLImageElement} image
 */
export function stagePicture(stage, image) {
  const large = document.createElement("img");
  large.src = image.currentSrc || image.src;
  large.alt = image.alt;
  stage.textContent = "";
  stage.classList.remove("is-large");
  stage.appendChild(large);
}
