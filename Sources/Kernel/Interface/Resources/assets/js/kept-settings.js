// On a page that came from the device because the server does not answer: the look that its person chose, from what an app kept.

import { showTheme } from "./appearance.js";

export default function keptSettings() {
  try {
    const kept = JSON.parse(localStorage.getItem("stoa.settings") || "{}");
    if (kept.theme) showTheme(kept.theme);
  } catch (error) {
    // What cannot be read is not there.
  }
}
