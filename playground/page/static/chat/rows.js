/** What stands in the list of messages: days, the line above what is new, and messages, of which some need no header. */

import { isNewer } from "../ids.js";

const TOGETHER = 7 * 60_000;
const EPHEMERAL = 64;
const ORDINARY = new Set([0, 20]);

const times = new WeakMap();

/** When a message was sent, as {time in milliseconds, day as a text}. */
function sent(message) {
  let known = times.get(message);
  if (!known) {
    const date = new Date(message.timestamp);
    known = { time: date.getTime(), day: date.toDateString() };
    times.set(message, known);
  }
  return known;
}

/**
 * The rows of a list, oldest first: {key, day} | {key, isNewLine} | {key, message, grouped}.
 *
 * @param {object[]} messages oldest first
 * @param {{after: string | null} | null} newLine what is newer than `after` is new; null draws no line
 */
export function rowsOf(messages, newLine) {
  const rows = [];
  let before = null;
  let isDrawn = newLine === null;
  for (const message of messages) {
    const isNewDay = before === null || sent(before).day !== sent(message).day;
    if (isNewDay) rows.push({ key: `day ${sent(message).day}`, day: message.timestamp });
    const isFirstNew = !isDrawn && isNewer(message.id, newLine.after);
    if (isFirstNew) rows.push({ key: "new", isNewLine: true });
    isDrawn ||= isFirstNew;
    rows.push({ key: message.id, message, grouped: !isNewDay && !isFirstNew && belongsTo(before, message) });
    before = message;
  }
  return rows;
}

/** Whether `message` goes on where the one before it ended, so that it needs no header of its own. */
function belongsTo(before, message) {
  return (
    before.author.id === message.author.id &&
    before.author.username === message.author.username &&
    ORDINARY.has(before.type) &&
    ORDINARY.has(message.type) &&
    !message.used &&
    !message.message_reference &&
    (before.flags & EPHEMERAL) === (message.flags & EPHEMERAL) &&
    sent(message).time - sent(before).time < TOGETHER
  );
}

const written = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "full" });

/**
 * A day as people call it: today, yesterday, or its date.
 *
 * @param {string} timestamp of something on that day
 * @param {string} today as Date.prototype.toDateString has it
 */
export function dayName(timestamp, today) {
  const day = new Date(timestamp).toDateString();
  if (day === today) return "Today";
  const yesterday = new Date(today);
  yesterday.setDate(yesterday.getDate() - 1);
  if (day === yesterday.toDateString()) return "Yesterday";
  return written.format(new Date(timestamp));
}
