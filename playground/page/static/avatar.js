/** Initials on a colour instead of a picture: the same for a person wherever they are shown. */

import { bot, people } from "./store.js";
import { html } from "./vendor/vendor.js";

const GOLDEN_ANGLE = 137.508;
const FIRST_HUE = 30;

/** Up to two letters that stand for a name. */
export function initials(name) {
  const words = name.trim().split(/\s+/u);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters
    .map((word) => [...word][0] ?? "?")
    .join("")
    .toLocaleUpperCase();
}

/** Degrees of hue that stay with an id. The people at the top and the bot have hues that are far apart. */
function hueOf(id) {
  const place = [...people.value, bot.value].findIndex((known) => known.id === id);
  const number = place >= 0 ? place : Number(BigInt(id) % 99_991n);
  return Math.round(FIRST_HUE + number * GOLDEN_ANGLE) % 360;
}

/** Decoration only: the name always stands beside it. The style draws the letters, which are no text of the page. */
export function Avatar({ id, name }) {
  const look = { "--hue": hueOf(id) };
  return html`<span class="avatar" style=${look} data-initials=${initials(name)} aria-hidden="true"></span>`;
}
