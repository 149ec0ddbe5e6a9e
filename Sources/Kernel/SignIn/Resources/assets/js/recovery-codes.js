// Recovery codes leave the page in one touch: copied, as a file, or on paper.
import { copy } from "../../interface/js/clipboard.js";

/** @param {HTMLElement} tools */
function start(tools) {
  const list = /** @type {HTMLElement} */ (document.getElementById("recovery-codes"));
  const status = /** @type {HTMLElement} */ (tools.querySelector("[role=status]"));
  const codes = Array.prototype.map.call(list.querySelectorAll("code"), (code) => code.textContent).join("\n") + "\n";

  /** @param {string} action @param {() => unknown} act */
  const on = (action, act) => {
    const button = tools.querySelector("[data-codes=" + action + "]");
    if (button) button.addEventListener("click", act);
  };
  /** @param {string | undefined} words */
  const say = (words) => (status.textContent = words || "");

  on("copy", () => copy(codes).then(() => say(tools.dataset.copied), () => say(tools.dataset.failed)));
  on("download", () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([tools.dataset.heading + "\n\n" + codes], { type: "text/plain" }));
    link.download = tools.dataset.file || "codes.txt";
    document.body.appendChild(link);
    link.click();
    document.body.removeChild(link);
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  });
  on("print", () => window.print());
  tools.hidden = false;
}

document.querySelectorAll("[data-recovery-codes]").forEach((tools) => start(/** @type {HTMLElement} */ (tools)));
