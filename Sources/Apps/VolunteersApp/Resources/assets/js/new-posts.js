// Says above the feed that it has grown since it was drawn; reading goes on undisturbed.

const hint = /** @type {HTMLElement | null} */ (document.querySelector("[data-new-posts]"));
const link = hint && hint.querySelector("a");
if (hint && link && "EventSource" in window) {
  const category = hint.dataset.category;
  /** @type {EventSource | null} */
  let stream = null;
  const follow = () => {
    stream = new EventSource(hint.dataset.newPosts || "");
    stream.addEventListener("post", (event) => {
      const data = JSON.parse(/** @type {MessageEvent} */ (event).data);
      if (category && String(data.category) !== category) return;
      link.removeAttribute("hidden");
    });
  };
  // A page in the background holds no connection.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden && stream) {
      stream.close();
      stream = null;
    } else if (!document.hidden && !stream) {
      follow();
    }
  });
  if (!document.hidden) follow();
}
