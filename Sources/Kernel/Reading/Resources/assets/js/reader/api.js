// Talking to the server: JSON out, JSON or a problem back. Without a connection what this device keeps answers.

import { answerTo } from "../on-device/store.js";

/** The server doesn't answer, and this device doesn't know. */
export class Unreachable extends Error {
  constructor() {
    super("");
  }
}

/** A refusal as the server words it. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {{code?: string, detail?: string}} problem
   */
  constructor(status, problem) {
    super(problem.detail || "HTTP " + status);
    this.status = status;
    this.code = problem.code || "";
  }
}

/**
 * Sends one request.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>} the answer's JSON, or null where it has none
 */
export function send(method, path, body) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (method !== "GET") headers["Idempotency-Key"] = randomKey();
  return fetch(path, {
    method: method,
    headers: headers,
    credentials: "same-origin",
    body: body === undefined ? undefined : JSON.stringify(body),
  }).catch(() => (method === "GET" ? answerTo(path) : null)).then((answer) => {
    if (!answer) throw new Unreachable();
    if (answer.status === 204) return null;
    const isJSON = (answer.headers.get("Content-Type") || "").indexOf("json") >= 0;
    return (isJSON ? answer.json() : Promise.resolve({})).then((value) => {
      if (!answer.ok) throw new Refusal(answer.status, value);
      return value;
    });
  });
}

/**
 * Sends something small while the page is going away; it cannot be answered.
 * @param {string} path
 * @param {unknown} body
 */
export function sendLast(path, body) {
  const blob = new Blob([JSON.stringify(body)], { type: "application/json" });
  return navigator.sendBeacon ? navigator.sendBeacon(path, blob) : false;
}

/** A name for one change, so that sending it twice changes nothing twice. */
export function randomKey() {
  const bytes = new Uint8Array(16);
  crypto.getRandomValues(bytes);
  return Array.prototype.map.call(bytes, (byte) => ("0" + byte.toString(16)).slice(-2)).join("");
}
