/** What this tab knows: signals that components read, and the channel it looks at. */

import { ChannelLog } from "./said/log.js";
import { keptTheme, wear } from "./theme.js";
import { effect, signal, untracked } from "./vendor/vendor.js";

/** @typedef {{id: string, name: string, user: string, role: "GM" | "player"}} Person */
/** @typedef {{id: string, name: string, topic: string | null, kind: string, parent: string | null, private: boolean,
 *   may_write: boolean, last: string | null}} Channel */

/** Who this tab is: a Person, null before the first hello. */
export const me = signal(null);
export const people = signal([]);
/** The server and the bot, as {id, name}. */
export const server = signal({ id: "", name: "" });
export const bot = signal({ id: "", name: "" });
export const botHere = signal(false);
export const channels = signal([]);
export const roles = signal([]);
export const games = signal([]);
/** The id of the channel that is looked at, null while there is none. */
export const here = signal(null);
/** The id of the channel that somebody chose to look at last, where others may lead elsewhere. */
export const chosen = signal(null);
/** Message id to the sentence that stands under it because something failed. */
export const failures = signal(new Map());
/** The form that is open, as the playground sent it, or null. */
export const form = signal(null);
/** A sentence that is shown for a while. Setting it is enough. */
export const notice = signal(null);
export const theme = signal(keptTheme());

let ticking = 0;
let ahead = 0;

/** The playground's time in seconds since the epoch; ticks once a second while somebody reads it. */
export const now = signal(Date.now() / 1000, {
  watched() {
    tick();
    ticking = setInterval(tick, 1000);
  },
  unwatched() {
    clearInterval(ticking);
  },
});

function tick() {
  now.value = Date.now() / 1000 + ahead;
}

/** Go by the playground's clock: its time now, in seconds since the epoch. */
export function setClock(seconds) {
  ahead = seconds - Date.now() / 1000;
  tick();
}

const logs = new Map();

/** @returns {ChannelLog} what is known of a channel's messages */
export function logOf(channelId) {
  let log = logs.get(channelId);
  if (!log) {
    log = new ChannelLog(channelId);
    logs.set(channelId, log);
  }
  return log;
}

/** The messages of a channel, oldest first: a signal of an array. */
export function messagesOf(channelId) {
  return logOf(channelId).messages;
}

/** All channels whose messages are known. */
export function knownLogs() {
  return [...logs.values()];
}

/** Forget messages, failures and the open form: they were somebody else's, or of a world that is gone. */
export function forgetAll() {
  for (const log of logs.values()) log.forget();
  failures.value = new Map();
  form.value = null;
}

export function personById(id) {
  return people.value.find((person) => person.id === id) ?? null;
}

export function roleById(id) {
  return roles.value.find((role) => role.id === id) ?? null;
}

export function channelById(id) {
  return channels.value.find((channel) => channel.id === id) ?? null;
}

/** A channel as people call it: "#chatter", or "@Shadowport" for direct messages. */
export function placeName({ kind, name }) {
  return `${kind === "direct message" ? "@" : "#"}${name}`;
}

/** Look at another channel; one that this person can't see is left alone. */
export function lookAt(channelId) {
  if (!untracked(() => channelById(channelId))) {
    notice.value = "You can't see that channel, or it is gone.";
    return;
  }
  chosen.value = channelId;
  here.value = channelId;
}

/** The sentence under a message, or none of it. */
export function setFailure(messageId, sentence) {
  if (!sentence && !failures.value.has(messageId)) return;
  const changed = new Map(failures.value);
  if (sentence) changed.set(messageId, sentence);
  else changed.delete(messageId);
  failures.value = changed;
}

effect(() => wear(theme.value));
