/** What couldn't be sent: a line above the composer with the reason, and a way to get back what was typed. */

import { Icon } from "../shell/icons.js";
import { html, signal } from "../vendor/vendor.js";

const MOST_LINES = 3;
const failures = new Map();
let numbered = 0;

function failuresOf(key) {
  if (!failures.has(key)) failures.set(key, signal([]));
  return failures.get(key);
}

/**
 * Show a line in one channel to one person.
 *
 * @param {string} key as in drafts.js
 * @param {string} sentence
 * @param {object} draft what was to be sent
 */
export function failed(key, sentence, draft) {
  numbered += 1;
  const shown = failuresOf(key);
  shown.value = [...shown.value, { number: numbered, sentence, draft }].slice(-MOST_LINES);
}

function clear(key, number) {
  const shown = failuresOf(key);
  shown.value = shown.value.filter((line) => line.number !== number);
}

/** The lines of one channel. `onAgain` gets the draft of the line whose "Try again" was pressed. */
export function Failed({ id, onAgain, onClosed }) {
  const again = (line) => {
    clear(id, line.number);
    onAgain(line.draft);
  };
  const close = (line) => {
    clear(id, line.number);
    onClosed();
  };
  return html`
    <div class="composer-failures" role="alert">
      ${failuresOf(id).value.map(
        (line) => html`
          <p key=${line.number} class="composer-failure">
            <span>${line.sentence}</span>
            <button type="button" class="composer-again" onClick=${() => again(line)}>Try again</button>
            <button type="button" class="composer-close" aria-label="Dismiss" onClick=${() => close(line)}>
              <${Icon} name="close" />
            </button>
          </p>
        `,
      )}
    </div>
  `;
}
