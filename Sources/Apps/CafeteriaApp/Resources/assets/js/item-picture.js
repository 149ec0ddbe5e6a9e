// Shows how the menu will show the picture of a dish before it is saved, and lets one choose the part that is kept: along the longer side, as
// the server cuts it. A picture that nobody touches here is left as it is.

/** The boxes that are at work: a form that was refused comes back in a new one, with its file.
 * @type {WeakSet<Element>} */
const started = new WeakSet();

begin();
document.addEventListener("change", (event) => { if (/** @type {Element} */ (event.target).closest(".item-photo")) begin(); }, true);

function begin() {
  const box = /** @type {HTMLElement | null} */ (document.querySelector("[data-picture-preview]"));
  const form = box && box.closest("form");
  const input = form && /** @type {HTMLInputElement | null} */ (form.querySelector('input[type="file"]'));
  const canvas = box && /** @type {HTMLCanvasElement | null} */ (box.querySelector("[data-picture-canvas]"));
  const slider = box && /** @type {HTMLInputElement | null} */ (box.querySelector('input[type="range"]'));
  if (!box || !form || !input || !canvas || !slider || started.has(box)) return;
  started.add(box);
  start(box, form, input, canvas, slider);
}

/** @param {HTMLElement} box @param {HTMLFormElement} form @param {HTMLInputElement} input @param {HTMLCanvasElement} canvas @param {HTMLInputElement} slider */
function start(box, form, input, canvas, slider) {
  /** @type {HTMLImageElement | null} */
  let picture = null;
  let isNew = false;
  /** The file that came back with a refused form keeps the part that was chosen. */
  let isBack = slider.hasAttribute("data-chosen");
  let isTouched = slider.hasAttribute("data-chosen");
  const now = /** @type {HTMLImageElement | null} */ (form.querySelector("[data-picture-now]"));
  const name = /** @type {HTMLInputElement | null} */ (form.querySelector('input[name="name"]'));
  const words = /** @type {HTMLElement | null} */ (box.querySelector("[data-picture-name]"));
  const part = /** @type {HTMLElement} */ (box.querySelector("[data-picture-part]"));

  const small = canvas.dataset.small ? new Image() : null;
  if (small) {
    small.addEventListener("load", () => draw());
    small.src = canvas.dataset.small || "";
  }

  const room = () => (picture ? Math.abs(picture.naturalWidth - picture.naturalHeight) : 0);
  const draw = () => {
    const pen = canvas.getContext("2d");
    if (!picture || !pen) return;
    // What nobody chooses is left out of the form, and the picture of lists stays as it is.
    slider.name = isNew || isTouched ? "focus" : "";
    if (!slider.name && small) {
      if (small.naturalWidth) pen.drawImage(small, 0, 0, canvas.width, canvas.height);
      return;
    }
    const side = Math.min(picture.naturalWidth, picture.naturalHeight);
    const at = (room() * Number(slider.value)) / 100;
    const isWide = picture.naturalWidth > picture.naturalHeight;
    pen.fillStyle = "#fff";
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(picture, isWide ? at : 0, isWide ? 0 : at, side, side, 0, 0, canvas.width, canvas.height);
  };
  /** @param {HTMLImageElement} shown */
  const show = (shown) => {
    picture = shown;
    box.hidden = false;
    // A square is kept whole.
    part.hidden = room() < 2;
    slider.disabled = part.hidden;
    draw();
  };
  const touch = () => {
    isTouched = true;
    draw();
  };

  if (now) {
    if (now.complete && now.naturalWidth) show(now);
    else now.addEventListener("load", () => { if (!isNew) show(now); });
  }
  const choose = () => {
    const file = input.files && input.files[0];
    isNew = !!file;
    if (!file) {
      if (now) show(now);
      else box.hidden = true;
      return;
    }
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      const shown = new Image();
      shown.addEventListener("load", () => {
        if (!isBack) slider.value = "50";
        isBack = false;
        show(shown);
      });
      // What can't be shown here may still be read by the server, which says so otherwise.
      shown.addEventListener("error", () => { box.hidden = true; slider.disabled = true; });
      shown.src = String(reader.result);
    });
    reader.readAsDataURL(file);
  };
  input.addEventListener("change", choose);
  // A file that was dropped comes without a change of the field.
  const zone = input.closest("[data-upload]");
  if (zone) zone.addEventListener("drop", () => window.setTimeout(choose, 0));
  slider.addEventListener("input", touch);
  if (name && words) name.addEventListener("input", () => { words.textContent = name.value; });

  // The picture itself is dragged by finger and mouse.
  /** @type {{x: number, y: number, value: number} | null} */
  let from = null;
  canvas.addEventListener("pointerdown", (event) => {
    if (part.hidden) return;
    from = { x: event.clientX, y: event.clientY, value: Number(slider.value) };
    canvas.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!from || !picture || room() === 0) return;
    const isWide = picture.naturalWidth > picture.naturalHeight;
    const shown = canvas.getBoundingClientRect().width / Math.min(picture.naturalWidth, picture.naturalHeight);
    const moved = (isWide ? event.clientX - from.x : event.clientY - from.y) / shown;
    slider.value = String(Math.min(100, Math.max(0, from.value - (100 * moved) / room())));
    touch();
  });
  ["pointerup", "pointercancel"].forEach((end) => canvas.addEventListener(end, () => { from = null; }));
}

export {};
