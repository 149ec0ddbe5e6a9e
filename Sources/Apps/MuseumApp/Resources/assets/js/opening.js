// Takes the opening screen of the installed app away once the first picture is there, or somebody touches the screen. Its style takes it away
// after two seconds in any case.

const cover = document.querySelector("[data-museum-opening]");
if (cover) {
  const leave = () => cover.classList.add("is-over");
  const picture = /** @type {HTMLImageElement | null} */ (document.querySelector(".museum-hero-picture"));
  if (!picture || picture.complete) leave();
  else ["load", "error"].forEach((happens) => picture.addEventListener(happens, leave));
  ["pointerdown", "keydown", "wheel"].forEach((happens) => window.addEventListener(happens, leave, { once: true }));
}
