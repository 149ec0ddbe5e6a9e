// Copying words to the clipboard, also where the browser has no modern way.

/**
 * @param {string} text
 * @returns {Promise<void>}
 */
export function copy(text) {
  if (navigator.clipboard && window.isSecureContext) return navigator.clipboard.writeText(text).catch(() => byHand(text));
  return byHand(text);
}

/** The way that needs no permission.
 * @param {string} text
 * @returns {Promise<void>} */
function byHand(text) {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "visually-hidden";
  document.body.appendChild(field);
  field.select();
  const isDone = document.execCommand("copy");
  document.body.removeChild(field);
  return isDone ? Promise.resolve() : Promise.reject(new Error("The clipboard is not available."));
}
