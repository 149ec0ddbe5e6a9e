// Says above the feed that it has grown since it was drawn; reading goes on undisturbed.

const hint = /** @type {HTMLElement | null} */ (document.querySelector("[data-new-posts]"));
const link = hint && hint.querySelector("a");
if (hint && link) {
  hint.addEventListener("stoa:event", (event) => {
    const data = /** @type {CustomEvent} */ (event).detail.data;
    const category = hint.dataset.category;
    if (!category || (data && String(data.category) === category)) link.removeAttribute("hidden");
  });
}

export {};
