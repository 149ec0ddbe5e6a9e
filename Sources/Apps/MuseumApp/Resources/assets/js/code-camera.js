// Reads codes from the camera: with the browser's own reader where it has one, else with ours.

import { read } from "./qr-read.js";

/** @typedef {(source: HTMLVideoElement) => Promise<string | null>} Reader */

const every = 120;
/** Larger pictures take longer and tell no more. */
const widest = 960;

/** @returns {Promise<Reader>} */
async function reader() {
  const Detector = /** @type {any} */ (window).BarcodeDetector;
  const formats = Detector ? await Detector.getSupportedFormats().catch(() => []) : [];
  if (formats.indexOf("qr_code") >= 0) {
    const detector = new Detector({ formats: ["qr_code"] });
    return async (video) => {
      const codes = await detector.detect(video);
      return codes.length > 0 ? codes[0].rawValue : null;
    };
  }
  const canvas = document.createElement("canvas");
  const context = /** @type {CanvasRenderingContext2D | null} */ (canvas.getContext("2d", /** @type {any} */ ({ willReadFrequently: true })));
  return async (video) => {
    if (!context || video.videoWidth === 0) return null;
    const scale = Math.min(1, widest / video.videoWidth);
    canvas.width = Math.floor(video.videoWidth * scale);
    canvas.height = Math.floor(video.videoHeight * scale);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    return read(context.getImageData(0, 0, canvas.width, canvas.height));
  };
}

export class CodeCamera {
  /** @param {HTMLVideoElement} video @param {(text: string) => void} found */
  constructor(video, found) {
    this.video = video;
    this.found = found;
    this.isLooking = false;
    this.timer = 0;
    /** @type {Reader | undefined} */
    this.read = undefined;
  }

  /** @throws when there is no camera, or it may not be used */
  async open() {
    if (!navigator.mediaDevices) throw new Error("No camera");
    const stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: "environment", width: { ideal: 1280 } } });
    this.video.srcObject = stream;
    await this.video.play();
    this.read = this.read || await reader();
    this.look();
  }

  close() {
    this.pause();
    const stream = /** @type {MediaStream | null} */ (this.video.srcObject);
    if (stream) stream.getTracks().forEach((track) => track.stop());
    this.video.srcObject = null;
  }

  get isOpen() { return this.video.srcObject !== null; }

  look() {
    this.isLooking = true;
    window.clearTimeout(this.timer);
    const turn = () => {
      const read = this.read;
      if (!this.isLooking || !read) return;
      read(this.video).catch(() => null).then((text) => {
        if (text !== null && this.isLooking) this.found(text);
        if (this.isLooking) this.timer = window.setTimeout(turn, every);
      });
    };
    turn();
  }

  pause() {
    this.isLooking = false;
    window.clearTimeout(this.timer);
  }
}
