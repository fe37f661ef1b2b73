/** Buttons in all of Discord's styles. */

import { click, pending } from "../deeds.js";
import { Emoji } from "../emoji.js";
import { safeAddress } from "../links.js";
import { Dots, Sign } from "../message/signs.js";
import { Icon } from "../shell/icons.js";
import { computed, html, useMemo } from "../vendor/vendor.js";

const STYLES = { 1: "accent", 2: "grey", 3: "green", 4: "red", 5: "grey", 6: "accent" };
const LINK = 5;
const PREMIUM = 6;

/** @returns {boolean} whether the bot still owes an answer to this control */
export function useWaiting(message, customId) {
  const waits = useMemo(() => computed(() => pending.value.has(`${message.id}:${customId}`)), [message.id, customId]);
  return waits.value;
}

export function Button({ component, message }) {
  if (component.style === LINK) return html`<${LinkButton} component=${component} />`;
  if (component.style === PREMIUM) return html`<${PremiumButton} component=${component} />`;
  return html`<${PressButton} component=${component} message=${message} />`;
}

function PressButton({ component, message }) {
  const waiting = useWaiting(message, component.custom_id);
  return html`<button
    type="button"
    class="button ${STYLES[component.style] ?? "grey"} ${waiting ? "is-waiting" : ""}"
    disabled=${Boolean(component.disabled)}
    aria-busy=${waiting}
    onClick=${() => click(message, component.custom_id)}
  >
    <${Face} component=${component} />
    ${waiting ? html`<${Dots} />` : null}
  </button>`;
}

function LinkButton({ component }) {
  const address = safeAddress(component.url);
  if (!address || component.disabled) {
    return html`<span class="button grey" role="link" aria-disabled="true">
      <${Face} component=${component} /><${Icon} name="newTab" />
    </span>`;
  }
  return html`<a class="button grey" href=${address} target="_blank" rel="noopener noreferrer" title=${address}>
    <${Face} component=${component} /><${Icon} name="newTab" />
  </a>`;
}

/** Nothing can be bought at the playground. */
function PremiumButton({ component }) {
  return html`<button type="button" class="button accent" disabled>
    <${Sign} name="gem" /><span class="button-face">${component.label || "Premium"}</span>
  </button>`;
}

function Face({ component }) {
  return html`<span class="button-face">
    <${Emoji} emoji=${component.emoji} />
    ${component.label ? html`<span>${component.label}</span>` : null}
  </span>`;
}
