/** What has been read: unread channels, mentions, and where the line above what is new stands. */

import { isNewer } from "../ids.js";
import { keep, kept } from "../kept.js";
import { channelById, channels, here, me } from "../store.js";
import { computed, effect, signal, untracked } from "../vendor/vendor.js";

/** Whether the end of the message list is in sight. The list says so. */
export const atBottom = signal(true);
/** Where what is new begins in the channel that is looked at: {channel, after: message id or null}, or null. */
export const newLine = signal(null);

const isInSight = signal(document.visibilityState === "visible");
/** Channel id to {read: id of the last message that was read, mentions: how many since}. */
const marks = signal({});
/** Channel id to the id of its last message. */
const latest = signal({});

const nameOf = (person) => `shadowport.read.${person.id}`;

function keptMarks(person) {
  try {
    return JSON.parse(kept(nameOf(person)) ?? "null");
  } catch {
    return null;
  }
}

/** Somebody begins to read here. What was there before they ever looked counts as read. */
export function beginReading() {
  const known = keptMarks(me.value);
  latest.value = {};
  followChannels();
  marks.value = known ?? Object.fromEntries(channels.value.map(({ id, last }) => [id, { read: last, mentions: 0 }]));
  newLine.value = null;
  keepMarks();
}

/** The list of channels is new: some may have got messages meanwhile. */
export function followChannels() {
  const known = { ...latest.value };
  for (const { id, last } of channels.value) if (isNewer(last, known[id] ?? null)) known[id] = last;
  latest.value = known;
}

/** A message came. One's own is read by being written, and so is everything before it. */
export function follow(message) {
  const channel = message.channel_id;
  const before = latest.value[channel] ?? null;
  if (!isNewer(message.id, before)) return;
  const { read, mentions } = markOf(channel);
  latest.value = { ...latest.value, [channel]: message.id };
  if (message.author.id === me.value.id) {
    if (newLine.value?.channel === channel) newLine.value = null;
    markRead(channel);
  } else if (isAttended(channel)) {
    markRead(channel);
  } else {
    setMark(channel, { read, mentions: mentions + Number(message.mentions_me) });
    if (channel === here.value && read === before) newLine.value = { channel, after: read };
  }
}

/** The line above what is new has been seen. */
export function clearNewLine() {
  newLine.value = null;
}

/** Whether a channel has messages that weren't read. */
export function isUnread(channelId) {
  return isNewer(latest.value[channelId] ?? null, markOf(channelId).read);
}

/** How often one was mentioned in what wasn't read. */
export function mentionsIn(channelId) {
  return isUnread(channelId) ? markOf(channelId).mentions : 0;
}

/** Unread mentions in all channels together. */
export const allMentions = computed(() => channels.value.reduce((sum, { id }) => sum + mentionsIn(id), 0));

function markOf(channelId) {
  return marks.value[channelId] ?? { read: null, mentions: 0 };
}

function isAttended(channelId) {
  return channelId === here.value && atBottom.value && isInSight.value;
}

function markRead(channelId) {
  const { read, mentions } = markOf(channelId);
  const last = latest.value[channelId] ?? null;
  if (read !== last || mentions > 0) setMark(channelId, { read: last, mentions: 0 });
}

function setMark(channelId, mark) {
  marks.value = { ...marks.value, [channelId]: mark };
  keepMarks();
}

function keepMarks() {
  const known = Object.entries(marks.value).filter(([id]) => channelById(id));
  keep(nameOf(me.value), JSON.stringify(Object.fromEntries(known)));
}

/** Coming to a channel shows where what is new begins. */
effect(() => {
  const channel = here.value;
  untracked(() => {
    atBottom.value = true;
    newLine.value = channel && isUnread(channel) ? { channel, after: markOf(channel).read } : null;
  });
});

effect(() => {
  const channel = here.value;
  if (channel && isAttended(channel) && isUnread(channel)) untracked(() => markRead(channel));
});

document.addEventListener("visibilitychange", () => {
  isInSight.value = document.visibilityState === "visible";
});

addEventListener("storage", ({ key }) => {
  if (me.value && key === nameOf(me.value)) marks.value = keptMarks(me.value) ?? marks.value;
});
