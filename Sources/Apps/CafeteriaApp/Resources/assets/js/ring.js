// The sound of something that is wanted at once: two short tones, twice.

/** @param {AudioContext} context */
export function ring(context) {
  [[0, 880], [0.18, 1320], [0.5, 880], [0.68, 1320]].forEach(([start, frequency]) => {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.3, context.currentTime + start);
    volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + start + 0.17);
    tone.connect(volume).connect(context.destination);
    tone.start(context.currentTime + start);
    tone.stop(context.currentTime + start + 0.18);
  });
}
