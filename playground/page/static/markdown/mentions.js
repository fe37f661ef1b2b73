/** People, roles, channels and commands that are named in a text. */

import { bot, channelById, lookAt, personById, roleById } from "../store.js";
import { createContext, html, useContext } from "../vendor/vendor.js";

/** The users whom a message mentions, in Discord's JSON: names of those who aren't at this playground any more. */
export const Mentioned = createContext([]);

const NAVIGATION = {
  customize: "Channels & Roles",
  browse: "Browse Channels",
  guide: "Server Guide",
  "linked-roles": "Linked Roles",
};

/** @returns {string | undefined} the name of a person or of the bot, by what the page and the message know */
export function nameOf(id, mentioned = []) {
  const user = mentioned.find((one) => one.id === id);
  const known = personById(id) ?? (bot.value.id === id ? bot.value : null);
  return known?.name ?? user?.global_name ?? user?.username;
}

export function UserMention({ id }) {
  return html`<span class="mention">@${nameOf(id, useContext(Mentioned)) ?? "unknown-user"}</span>`;
}

export function RoleMention({ id }) {
  return html`<span class="mention">@${roleById(id)?.name.replace(/^@/, "") ?? "deleted-role"}</span>`;
}

export function ChannelMention({ id }) {
  const channel = channelById(id);
  if (!channel) return html`<span class="mention">#unknown</span>`;
  return html`<button type="button" class="mention" onClick=${() => lookAt(id)}>#${channel.name}</button>`;
}

/** Puts its command into the composer, which listens for "compose". */
export function CommandMention({ words }) {
  const compose = () => document.dispatchEvent(new CustomEvent("compose", { detail: { words } }));
  return html`<button type="button" class="mention" onClick=${compose}>/${words}</button>`;
}

export const Everyone = ({ whom }) => html`<span class="mention">@${whom}</span>`;

export const Navigation = ({ place }) => html`<span class="mention">#${NAVIGATION[place]}</span>`;
