/** One line above the messages while something keeps one waiting. */

import { link } from "../connection.js";
import { bot, botHere } from "../store.js";
import { html } from "../vendor/vendor.js";

/** Why this page can't go on: it belongs to a run of the playground that is over. */
export const OVER =
  "This page belongs to an earlier run of the playground. Open the new link from the terminal where it runs.";

export function Banner() {
  return html`<div class="banner-place">
    <p role="status" class=${waitingFor() ? "banner" : "unseen"}>${waitingFor()}</p>
    <p role="alert" class=${link.value === "over" ? "banner banner-over" : "unseen"}>${link.value === "over" && OVER}</p>
  </div>`;
}

function waitingFor() {
  if (link.value === "over") return "";
  if (link.value === "reconnecting") return "Reconnecting…";
  return botHere.value ? "" : `${bot.value.name} is starting…`;
}
