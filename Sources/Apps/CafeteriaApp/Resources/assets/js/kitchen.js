// The kitchen's tablet: a sound for each new order, and a screen that stays on.

const kitchen = document.querySelector("[data-kitchen]");
const queue = document.getElementById("kitchen-queue");

/** @type {AudioContext | null} */
let audio = null;

/** Two short tones; browsers allow them once somebody has touched the page. */
function ring() {
  if (!audio) return;
  for (const [start, frequency] of [[0, 880], [0.18, 1320]]) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.25, audio.currentTime + start);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + start + 0.16);
    tone.connect(volume).connect(audio.destination);
    tone.start(audio.currentTime + start);
    tone.stop(audio.currentTime + start + 0.17);
  }
}

if (kitchen && queue) {
  document.addEventListener("pointerdown", () => { if (!audio && "AudioContext" in window) audio = new AudioContext(); });
  queue.addEventListener("stoa:event", (event) => {
    const detail = /** @type {CustomEvent} */ (event).detail;
    if (detail && detail.kind === "new") ring();
  });
  stayAwake();
}

function stayAwake() {
  const lock = /** @type {{wakeLock?: {request: (kind: string) => Promise<unknown>}}} */ (navigator).wakeLock;
  if (!lock) return;
  const ask = () => { if (!document.hidden) lock.request("screen").catch(() => {}); };
  document.addEventListener("visibilitychange", ask);
  ask();
}

export {};
