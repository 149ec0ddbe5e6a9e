// A link to be sent on: by what the device offers for it, else by the clipboard. Without a script it is a link to the page itself.

import { copy } from "./clipboard.js";
import { show } from "./toast.js";

/** @param {HTMLElement} element */
export default function start(element) {
  const link = /** @type {HTMLAnchorElement} */ (element);
  link.addEventListener("click", (event) => {
    event.preventDefault();
    if (navigator.share) navigator.share({ title: link.dataset.title || document.title, url: link.href }).catch(() => undefined);
    else copy(link.href).then(() => show(link.dataset.done || ""), () => location.assign(link.href));
  });
}
