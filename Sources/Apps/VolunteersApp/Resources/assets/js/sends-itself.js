// A form of one choice is sent as soon as it is made with a pointer or a finger; its button stays for keys, which pass choices by.

document.querySelectorAll("[data-sends-itself]").forEach((element) => {
  const form = /** @type {HTMLFormElement} */ (element);
  let isPointed = false;
  form.addEventListener("pointerdown", () => { isPointed = true; });
  form.addEventListener("keydown", () => { isPointed = false; });
  form.addEventListener("change", () => { if (isPointed) form.submit(); });
});

export {};
