// Files: dropped or chosen, checked before they are sent, with progress while they are. The server checks everything again.

import { activate, noteSentFrom } from "./main.js";

/** @param {HTMLElement} zone */
export default function upload(zone) {
  const input = /** @type {HTMLInputElement | null} */ (zone.querySelector("input[type=file]"));
  const list = /** @type {HTMLElement | null} */ (zone.querySelector("[data-upload-list]"));
  const form = input && input.form;
  if (!input || !list || !form) return;

  const check = () => {
    list.textContent = "";
    const wrong = Array.from(input.files || []).map((file) => {
      const reason = refusal(file, input, zone);
      const row = line(file.name, reason || size(file.size), reason !== "");
      if (reason === "" && /^image\/(jpeg|png|webp|gif)$/.test(file.type)) row.prepend(preview(file));
      list.append(row);
      return reason;
    });
    input.setCustomValidity(wrong.find((reason) => reason !== "") || "");
  };
  input.addEventListener("change", check);
  ["dragenter", "dragover"].forEach((name) => zone.addEventListener(name, (event) => {
    event.preventDefault();
    zone.classList.add("is-over");
  }));
  ["dragleave", "drop"].forEach((name) => zone.addEventListener(name, () => zone.classList.remove("is-over")));
  zone.addEventListener("drop", (event) => {
    event.preventDefault();
    const files = /** @type {DragEvent} */ (event).dataTransfer;
    if (!files || files.files.length === 0) return;
    input.files = files.files;
    check();
  });
  form.addEventListener("submit", (event) => {
    if (!input.files || input.files.length === 0) return;
    event.preventDefault();
    send(form, zone, list, /** @type {HTMLButtonElement | null} */ (event.submitter));
  });
}

/** The picture as it was chosen.
 * @param {File} file */
function preview(file) {
  const picture = document.createElement("img");
  const address = URL.createObjectURL(file);
  picture.className = "file-preview";
  picture.alt = "";
  ["load", "error"].forEach((name) => picture.addEventListener(name, () => URL.revokeObjectURL(address)));
  picture.addEventListener("error", () => picture.remove());
  picture.src = address;
  return picture;
}

/** Why a file cannot be used; empty when it can.
 * @param {File} file @param {HTMLInputElement} input @param {HTMLElement} zone */
function refusal(file, input, zone) {
  if (file.size > Number(zone.dataset.maxBytes)) return zone.dataset.tooLarge || "";
  const name = file.name.toLowerCase();
  const endings = input.accept.split(",").map((part) => part.trim().toLowerCase()).filter((part) => part.charAt(0) === ".");
  if (endings.length > 0 && !endings.some((ending) => name.endsWith(ending))) return zone.dataset.wrongType || "";
  return "";
}

/** @param {HTMLFormElement} form @param {HTMLElement} zone @param {HTMLElement} list @param {HTMLButtonElement | null} button */
function send(form, zone, list, button) {
  const request = new XMLHttpRequest();
  const fields = new FormData(form);
  // What the pressed button says goes along, as the browser does it.
  if (button && button.name) fields.append(button.name, button.value);
  const bar = document.createElement("progress");
  bar.max = 100;
  const row = line(zone.dataset.sending || "", "", false);
  row.append(bar);
  list.append(row);
  const buttons = Array.from(form.querySelectorAll("button"));
  buttons.forEach((button) => (button.disabled = true));
  const stop = () => {
    buttons.forEach((button) => (button.disabled = false));
    row.replaceWith(line(zone.dataset.failed || "", "", true));
  };
  request.upload.addEventListener("progress", (event) => {
    if (event.lengthComputable) bar.value = (100 * event.loaded) / event.total;
  });
  request.upload.addEventListener("load", () => bar.removeAttribute("value"));
  request.addEventListener("error", stop);
  request.addEventListener("load", () => {
    const answer = new DOMParser().parseFromString(request.responseText, "text/html");
    // A page that answers at the address of the form itself is nowhere else: it is shown as it came.
    const word = wordOf(answer);
    if (request.status < 400 && request.responseURL !== form.action) return follow(placeIn(request.responseURL), word);
    const fresh = answer.querySelector("main");
    const main = document.querySelector("main");
    if (!fresh || !main) return stop();
    const chosen = Array.from(/** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("input[type=file]")));
    main.innerHTML = fresh.innerHTML;
    activate(main);
    // What was wrong was something else: the files are still here and need not be chosen again.
    if (request.status >= 400) chosen.forEach((before) => giveBack(before, main));
    main.focus();
    window.scrollTo(0, 0);
    if (word) document.dispatchEvent(new CustomEvent("stoa:toast", { detail: word }));
  });
  request.open("POST", form.action);
  request.setRequestHeader("Accept", "text/html");
  request.setRequestHeader("Keeps-Files", "true");
  request.send(fields);
}

/** Puts files into the field of the same name, unless they were what was wrong.
 * @param {HTMLInputElement} before @param {HTMLElement} main */
function giveBack(before, main) {
  const field = /** @type {HTMLInputElement | undefined} */ (
    Array.from(main.querySelectorAll("input[type=file]")).find((one) => /** @type {HTMLInputElement} */ (one).name === before.name));
  if (!field || !before.files || before.files.length === 0 || field.getAttribute("aria-invalid") === "true") return;
  field.files = before.files;
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

/** What the server says with an answer: it was shown to the request just made, and to nobody else.
 * @param {Document} answer
 * @returns {{words: string, sign: string} | undefined} */
function wordOf(answer) {
  const word = answer.querySelector("[data-toast] p");
  if (!word || !word.textContent) return undefined;
  const sign = /toast-(\w+)/.exec((word.parentElement || word).className);
  return { words: word.textContent, sign: sign ? sign[1] : "done" };
}

/** The address of an answer, at the place in it that its query names: a script isn't told the fragment.
 * @param {string} address */
function placeIn(address) {
  const place = new URL(address).searchParams.get("at");
  return place ? `${address}#${place}` : address;
}

/** Goes to where the server sent us, with its word.
 * @param {string} address @param {{words: string, sign: string} | undefined} word */
function follow(address, word) {
  if (word) sessionStorage.setItem("stoa.word", JSON.stringify([word.words, word.sign]));
  noteSentFrom(location.pathname);
  location.assign(address);
}

/** @param {string} words @param {string} detail @param {boolean} isRefused */
function line(words, detail, isRefused) {
  const row = document.createElement("li");
  if (isRefused) row.className = "is-refused";
  [words, detail].forEach((part) => {
    const span = document.createElement("span");
    span.textContent = part;
    row.append(span);
  });
  return row;
}

/** @param {number} bytes */
function size(bytes) {
  const units = ["B", "KB", "MB", "GB"];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < 3) {
    value /= 1000;
    unit += 1;
  }
  return value.toLocaleString(document.documentElement.lang, { maximumFractionDigits: unit === 0 ? 0 : 1 }) + " " + units[unit];
}
