// Codes at the counter. A scanner on a cable types the code and presses Enter, so the field takes whatever is typed beside other fields.
// Where the browser reads codes, the camera does it.

/** @typedef {{detect: (source: HTMLVideoElement) => Promise<{rawValue: string}[]>}} Detector */

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-code-form]"));
const field = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-code-field]"));
const every = 250;

if (form && field) {
  document.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.key.length !== 1 || event.key === " " || event.ctrlKey || event.altKey || event.metaKey) return;
    if (!target.matches("input, textarea, select, [contenteditable]")) field.focus();
  });
  camera(form, field).catch(() => undefined);
}

/** What reads codes; null where the browser doesn't, or may not use a camera because the connection isn't private.
 * @returns {Promise<Detector | null>} */
async function reader() {
  const Reader = /** @type {any} */ (window).BarcodeDetector;
  if (!Reader || !navigator.mediaDevices) return null;
  return (await Reader.getSupportedFormats()).indexOf("qr_code") < 0 ? null : new Reader({ formats: ["qr_code"] });
}

/** @param {HTMLFormElement} form @param {HTMLInputElement} field */
async function camera(form, field) {
  const open = /** @type {HTMLElement | null} */ (form.querySelector("[data-scan]"));
  const view = /** @type {HTMLElement | null} */ (form.querySelector("[data-scan-view]"));
  if (!open || !view) return;
  const video = /** @type {HTMLVideoElement} */ (form.querySelector("[data-scan-video]"));
  const words = /** @type {HTMLElement} */ (form.querySelector("[data-scan-words]"));
  const detector = await reader().catch(() => null);
  let timer = 0;

  const close = () => {
    window.clearTimeout(timer);
    if (video.srcObject instanceof MediaStream) video.srcObject.getTracks().forEach((track) => track.stop());
    video.srcObject = null;
    view.hidden = true;
    field.focus();
  };
  const look = () => {
    if (detector) detector.detect(video).then((codes) => {
      if (!video.srcObject) return;
      if (codes.length === 0) return again();
      field.value = codes[0].rawValue;
      close();
      form.submit();
    }).catch(again);
  };
  const again = () => { timer = window.setTimeout(look, every); };

  open.hidden = false;
  open.addEventListener("click", () => {
    view.hidden = false;
    video.hidden = !detector;
    // Whoever looks for the camera learns what to do instead.
    if (!detector) {
      words.textContent = words.dataset.missing || "";
      return field.focus();
    }
    words.textContent = words.dataset.looking || "";
    navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } }).then((stream) => {
      video.srcObject = stream;
      return video.play().then(look);
    }).catch(() => { words.textContent = words.dataset.refused || ""; });
  });
  const button = form.querySelector("[data-scan-close]");
  if (button) button.addEventListener("click", close);
}

export {};
