// Words for people come from the page, already in the reader's language; here the numbers are filled in.

/**
 * The words that an element carries in a data attribute, with `%1`, `%2` … filled in.
 * @param {HTMLElement} element
 * @param {string} name
 * @param {...(string | number)} values
 */
export function words(element, name, ...values) {
  const pattern = element.dataset[name] || "";
  return pattern.replace(/%(\d)/g, (_, number) => String(values[Number(number) - 1]));
}

/**
 * A fresh copy of a template's one element.
 * @param {ParentNode} root
 * @param {string} name
 * @returns {HTMLElement}
 */
export function copyOf(root, name) {
  const template = /** @type {HTMLTemplateElement | null} */ (root.querySelector('template[data-template="' + name + '"]'));
  const element = template && template.content.firstElementChild;
  if (!element) throw new Error("The page lacks the template " + name);
  return /** @type {HTMLElement} */ (document.importNode(element, true));
}

/**
 * The element with a data attribute, which the page must have.
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {HTMLElement}
 */
export function part(root, selector) {
  const element = /** @type {HTMLElement | null} */ (root.querySelector(selector));
  if (!element) throw new Error("The page lacks " + selector);
  return element;
}

/**
 * Tells people who cannot see the screen, and shows it for a moment to those who can.
 * @param {HTMLElement} status
 * @param {string} message
 */
export function say(status, message) {
  status.textContent = "";
  window.setTimeout(() => { status.textContent = message; }, 60);
  window.clearTimeout(Number(status.dataset.timer));
  status.dataset.timer = String(window.setTimeout(() => { status.textContent = ""; }, 4000));
}
