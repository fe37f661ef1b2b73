/** The channels that this person sees: threads under their channel, what is unread in bold. */

import { isUnread, mentionsIn } from "./said/reading.js";
import { Icon } from "./shell/icons.js";
import { ledTo } from "./shell/roving.js";
import { channels, here, lookAt, server } from "./store.js";
import { computed, html } from "./vendor/vendor.js";

/** Channels as they are listed: {channel, depth}, children under their parent. */
export const listed = computed(() => {
  const all = channels.value;
  const ids = new Set(all.map(({ id }) => id));
  const under = (parent, depth) =>
    all
      .filter((channel) => (ids.has(channel.parent) ? channel.parent : null) === parent)
      .flatMap((channel) => [{ channel, depth }, ...under(channel.id, depth + 1)]);
  return under(null, 0);
});

/** The sign of a kind of channel. */
export function iconOf(channel) {
  if (channel.kind.includes("thread")) return "thread";
  if (channel.kind === "direct message") return "person";
  return channel.kind === "voice" || channel.kind === "stage" ? "sound" : "hash";
}

/** @param {{onPicked?: () => void}} props called when a channel was picked */
export function ChannelList({ onPicked }) {
  const pressed = (event) => {
    const next = ledTo(event, [...event.currentTarget.querySelectorAll("button")]);
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return html`<ul class="channels" onKeyDown=${pressed}>
    ${listed.value.map(({ channel, depth }) =>
      channel.kind === "category"
        ? html`<li key=${channel.id} class="category">${channel.name}</li>`
        : html`<${ChannelEntry} key=${channel.id} ...${{ channel, depth, onPicked }} />`,
    )}
  </ul>`;
}

function ChannelEntry({ channel, depth, onPicked }) {
  const isHere = channel.id === here.value;
  const mentions = mentionsIn(channel.id);
  const unread = isUnread(channel.id) && !isHere;
  const picked = () => {
    lookAt(channel.id);
    onPicked?.();
  };
  const look = ["channel", isHere && "channel-here", unread && "channel-unread"].filter(Boolean).join(" ");
  return html`<li style=${{ "--depth": depth }}>
    <button type="button" class=${look} aria-current=${isHere ? "page" : undefined} onClick=${picked}>
      <${Icon} name=${iconOf(channel)} />
      <span class="channel-name">${channel.name}</span>
      ${channel.private && html`<${Icon} name="lock" /><span class="unseen">, private</span>`}
      ${unread && html`<span class="unseen">, unread</span>`}
      ${
        mentions > 0 &&
        html`<span class="count">${mentions}<span class="unseen"> ${mentions === 1 ? "mention" : "mentions"}</span></span>`
      }
    </button>
  </li>`;
}

export function ServerName() {
  return html`<p class="server-name">${server.value.name}</p>`;
}
