// On a phone the row of categories is wider than the screen: the one that is shown is brought into sight.

document.querySelectorAll(".chip-row").forEach((row) => {
  const chosen = row.querySelector("[aria-current]");
  if (!chosen || row.scrollWidth <= row.clientWidth) return;
  const [place, frame] = [chosen.getBoundingClientRect(), row.getBoundingClientRect()];
  row.scrollLeft += place.left - frame.left - (frame.width - place.width) / 2;
});
