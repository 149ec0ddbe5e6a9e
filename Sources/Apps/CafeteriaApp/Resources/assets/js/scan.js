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

/** @param {HTMLFormElement} form @param {HTMLInputElement} field */
async function camera(form, field) {
  const Reader = /** @type {any} */ (window).BarcodeDetector;
  const open = /** @type {HTMLElement | null} */ (form.querySelector("[data-scan]"));
  if (!Reader || !open || !navigator.mediaDevices) return;
  if ((await Reader.getSupportedFormats()).indexOf("qr_code") < 0) return;
  const view = /** @type {HTMLElement} */ (form.querySelector("[data-scan-view]"));
  const video = /** @type {HTMLVideoElement} */ (form.querySelector("[data-scan-video]"));
  const words = /** @type {HTMLElement} */ (form.querySelector("[data-scan-words]"));
  /** @type {Detector} */
  const detector = new Reader({ formats: ["qr_code"] });
  let timer = 0;

  const close = () => {
    window.clearTimeout(timer);
    if (video.srcObject instanceof MediaStream) video.srcObject.getTracks().forEach((track) => track.stop());
    video.srcObject = null;
    view.hidden = true;
    field.focus();
  };
  const look = () => {
    detector.detect(video).then((codes) => {
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
