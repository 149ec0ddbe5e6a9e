// Says whose clock the times of a page go by, where the device has another.

/** @param {string} [zone] */
function clock(zone) {
  return new Date().toLocaleString("en-GB", { timeZone: zone, day: "numeric", hour: "2-digit", minute: "2-digit" });
}

document.querySelectorAll("[data-place-time]").forEach((element) => {
  const line = /** @type {HTMLElement} */ (element);
  try {
    line.hidden = clock(line.dataset.placeTime) === clock();
  } catch (error) {
    // A browser that doesn't know the zone leaves the words away.
  }
});

export {};
