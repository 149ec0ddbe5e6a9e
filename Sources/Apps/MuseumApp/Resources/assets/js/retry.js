// A picture that didn't load says so, and is asked for again when one wishes or when the connection is back (MUS-028).

/** @param {HTMLElement} place */
function watch(place) {
  const picture = place.querySelector("img");
  if (!picture) return;
  /** @type {HTMLElement | null} */
  let note = null;

  const again = () => {
    if (!note) return;
    note.remove();
    note = null;
    picture.hidden = false;
    const address = picture.src;
    picture.src = "";
    picture.src = address;
  };

  const failed = () => {
    if (note || !navigator.onLine && picture.complete && picture.naturalWidth > 0) return;
    picture.hidden = true;
    note = document.createElement("span");
    note.className = "exhibit-failed";
    const words = document.createElement("span");
    words.textContent = place.dataset.failed || "";
    // Inside of a link there can be no button: it says what a tap does, and the tap does no more.
    const act = document.createElement("span");
    act.className = "exhibit-again";
    act.setAttribute("role", "button");
    act.tabIndex = 0;
    act.textContent = place.dataset.again || "";
    const press = (/** @type {Event} */ event) => {
      event.preventDefault();
      event.stopPropagation();
      again();
    };
    act.addEventListener("click", press);
    act.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") press(event); });
    note.append(words, act);
    place.append(note);
  };

  picture.addEventListener("error", failed);
  window.addEventListener("online", again);
  // It may have failed before this script came. A lazy one that nobody has come near looks the same in some browsers: asked again, it waits, or fails again.
  if (!picture.complete || picture.naturalWidth > 0) return;
  const address = picture.src;
  if (picture.loading === "lazy") picture.src = address;
  else failed();
}

document.querySelectorAll("[data-retry]").forEach((place) => watch(/** @type {HTMLElement} */ (place)));
