// Asks for the location at the moment at which somebody turns visits on, and at no other. Whatever the browser answers, the choice is saved: without
// a location the entrance alone counts.

import { forget, remember } from "./visits.js";

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-visit-choice]"));
if (form) prepare(form);
else if (document.getElementById("visits")) forget();

/** @param {HTMLFormElement} form */
function prepare(form) {
  const box = /** @type {HTMLInputElement | null} */ (form.querySelector("input[name=visits]"));
  if (!box) return;
  let isAnswered = false;
  // Before the page's own script sees it: a form is sent once.
  form.addEventListener("submit", (event) => {
    if (!box.checked) return forget();
    if (isAnswered || !navigator.geolocation) return;
    event.preventDefault();
    event.stopPropagation();
    ask((failure) => {
      isAnswered = true;
      if (failure) {
        forget();
        const note = document.createElement("input");
        [note.type, note.name, note.value] = ["hidden", "failure", failure];
        form.append(note);
      } else {
        remember();
      }
      form.requestSubmit ? form.requestSubmit() : form.submit();
    });
  });
}

/** @param {(failure: string) => void} answered */
function ask(answered) {
  navigator.geolocation.getCurrentPosition(
    () => answered(""),
    // Whoever allows it indoors, out of sight of the sky, has allowed it.
    (error) => {
      if (error.code !== error.PERMISSION_DENIED) remember();
      answered(error.code === error.PERMISSION_DENIED ? "denied" : "");
    },
    { maximumAge: 600000, timeout: 20000 });
}
