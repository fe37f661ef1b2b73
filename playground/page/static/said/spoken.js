/** Messages as plain sentences, and what a screen reader is told when something happens. */

import { nameOf } from "../markdown/mentions.js";
import { channelById, me, personById, roleById } from "../store.js";
import { written } from "../timestamp.js";
import { signal, untracked } from "../vendor/vendor.js";

const EPHEMERAL = 64;
const LOADING = 128;
const TOLD_AT_MOST = 400;
const STAYS_FOR = 1_000;
const SPOKEN_AFTER = 400;

const COMPONENTS_V2 = 1 << 15;

const TEXT = 10;
const THUMBNAIL = 11;
const GALLERY = 12;

/** Stands for what is only shown to those who open it. */
const COVERED = "spoiler";
const HIDDEN_FILE = "SPOILER_";

/** What a screen reader is being told, oldest first: {n, text}. It has heard a text as soon as it is there. */
export const told = signal([]);
let lastTold = 0;

/** Tell a screen reader, when it is done with what it says now. */
export function tell(text) {
  lastTold += 1;
  const n = lastTold;
  told.value = [...told.value, { n, text }];
  setTimeout(() => {
    told.value = told.value.filter((one) => one.n !== n);
  }, STAYS_FOR);
}

/** What will be told of messages unless they are gone by then: {id, timer}. */
const waiting = new Set();

function tellSoon(id, text) {
  const one = { id, timer: 0 };
  one.timer = setTimeout(() => {
    waiting.delete(one);
    tell(text);
  }, SPOKEN_AFTER);
  waiting.add(one);
}

/** Some messages are gone: what wasn't told of them yet will never be. */
export function unhear(ids) {
  for (const one of waiting) {
    if (!ids.includes(one.id)) continue;
    clearTimeout(one.timer);
    waiting.delete(one);
  }
}

/** What was told was for somebody else, or of a world that is gone. */
export function hush() {
  told.value = [];
  unhear([...waiting].map(({ id }) => id));
}

/**
 * Tell of a message that is new, or of the lines that are new in one that was there: a moment later, because some are
 * taken back at once.
 *
 * @param {object} message
 * @param {object | undefined} before what it was until now
 */
export function hear(message, before) {
  if (message.author.id === me.value?.id || message.flags & LOADING) return;
  const isNew = !before || before.flags & LOADING;
  const lines = isNew ? linesOf(message) : newLines(message, before);
  if (lines.length === 0) return;
  const name = untracked(() => nameOf(message.author.id, [message.author]));
  const whose = message.flags & EPHEMERAL ? `${name}, only to you` : name;
  tellSoon(message.id, shortened(isNew ? `${whose}: ${lines.join(" ")}` : lines.join(" ")));
}

/** The lines of a message as they are read aloud. */
export function linesOf(message) {
  return readable(writtenLines(message));
}

const readable = (lines) => lines.map(plain).filter((line) => /[\p{L}\p{N}]/u.test(line));

function writtenLines(message) {
  const parts = [message.content, ...(message.components ?? []).flatMap(textsOf)];
  for (const embed of message.embeds ?? []) {
    parts.push(embed.author?.name, embed.title, embed.description);
    for (const field of embed.fields ?? []) parts.push(field.name, field.value);
    parts.push(embed.footer?.text);
  }
  // In a message of components a file is told where it is shown.
  const files = message.flags & COMPONENTS_V2 ? [] : (message.attachments ?? []);
  for (const { filename, description } of files) {
    parts.push(filename.startsWith(HIDDEN_FILE) ? COVERED : (description ?? filename));
  }
  return parts.filter(Boolean).flatMap((part) => part.replace(/\|\|[\s\S]+?\|\|/gu, COVERED).split("\n"));
}

/** What a component and those in it say. */
function textsOf(component) {
  if (component.spoiler) return [COVERED];
  if (component.type === TEXT) return [component.content];
  if (component.type === THUMBNAIL) return [component.description];
  if (component.type === GALLERY)
    return component.items.map(({ spoiler, description }) => (spoiler ? COVERED : description));
  return [...(component.components ?? []), ...(component.accessory ? [component.accessory] : [])].flatMap(textsOf);
}

/** A deadline that moved, or the seal of the next rolls. */
const IS_NO_NEWS = /^-#.*(?:<t:|\b[0-9a-f]{6,}(?:…|\b))/u;

/** Lines that weren't there before. */
function newLines(message, before) {
  const known = new Set(linesOf(before));
  return readable(writtenLines(message).filter((line) => !IS_NO_NEWS.test(line))).filter((line) => !known.has(line));
}

const shortened = (text) => (text.length > TOLD_AT_MOST ? `${text.slice(0, TOLD_AT_MOST)}…` : text);

/** One line of Discord's markdown without its marks. */
export function plain(line) {
  return untracked(() =>
    line
      .replace(/^\s*(?:-#|#{1,3}|>>>|>|[-*]|\d+\.)\s+/u, "")
      .replace(/<t:(-?\d+)(?::\w)?>/gu, (_, seconds) => written(Number(seconds), "t"))
      .replace(/<a?:(\w+):\d+>/gu, (_, name) => name.replaceAll("_", " "))
      .replace(/<@!?(\d+)>/gu, (_, id) => `@${personById(id)?.name ?? "somebody"}`)
      .replace(/<@&(\d+)>/gu, (_, id) => `@${roleById(id)?.name ?? "a role"}`)
      .replace(/<#(\d+)>/gu, (_, id) => `#${channelById(id)?.name ?? "a channel"}`)
      .replace(/<\/([^:>]+):\d+>/gu, "/$1")
      .replace(/\[([^\]]+)\]\([^)\s]+\)/gu, "$1")
      .replace(/\\([\\*_~`|>#[\]()<-])|[*~`]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, "$1")
      .replace(/[\u25a0-\u25ff]/gu, "")
      .replace(/\s+/gu, " ")
      .trim(),
  );
}
