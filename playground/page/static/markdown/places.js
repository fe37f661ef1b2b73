/** Links to channels and messages of this server: they lead there on the page instead of to Discord. */

import { channelById, here, lookAt, messagesOf, server } from "../store.js";
import { effect, html } from "../vendor/vendor.js";

const PLACE = /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(\d+)\/(\d+)(?:\/(\d+))?$/;

/** @returns {{channel: string, message?: string} | null} where an address leads on this server; null if elsewhere */
export function placeOf(address) {
  const [, guild, channel, message] = PLACE.exec(address) ?? [];
  return guild && guild === server.value.id ? { channel, message } : null;
}

/** A link with words of its own; without any it has the channel's name. */
export function PlaceLink({ channel, message, children }) {
  const go = (event) => {
    event.preventDefault();
    lookAt(channel);
    if (message) focusOnce(channel, message);
  };
  if (children) return html`<a href="#${channel}" onClick=${go}>${children}</a>`;
  const name = channelById(channel)?.name ?? "unknown";
  return html`<a class="mention" href="#${channel}" onClick=${go}>#${name}${message ? " › message" : ""}</a>`;
}

/** Focus a message as soon as it is drawn, unless one looks elsewhere before. */
function focusOnce(channel, message) {
  const stop = effect(() => {
    const isKnown = messagesOf(channel).value.some(({ id }) => id === message);
    if (here.value === channel && !isKnown) return;
    requestAnimationFrame(() => {
      stop();
      document.querySelector(`[data-message="${message}"]`)?.focus();
    });
  });
}
