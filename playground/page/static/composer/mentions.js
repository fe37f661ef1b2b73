/** Mentions in a message being typed: shown as @Lando, sent as <@id>. Pure. */

/**
 * A stretch of the text that was picked from the list.
 *
 * @typedef {{start: number, end: number, sends: string}} Mark
 */

/** In characters, as it is sent. */
export const LONGEST_MESSAGE = 2000;
const LONGEST_NAME = 32;

/**
 * The name being typed at the caret: "@la" or "#the"; null if there is none.
 *
 * @param {string} text
 * @param {number} caret
 * @param {Mark[]} marks
 * @returns {{sign: string, typed: string, start: number} | null} `start` is where the sign stands
 */
export function nameAt(text, caret, marks) {
  const match = /(?<=^|[\s([{"'*_~|>])([@#])([^@#\n]*)$/u.exec(text.slice(0, caret));
  if (match === null || match[2].length > LONGEST_NAME || /^\s/u.test(match[2])) return null;
  if (marks.some((mark) => mark.start <= match.index && match.index < mark.end)) return null;
  return { sign: match[1], typed: match[2], start: match.index };
}

/**
 * The text with a picked name in place of the typed one, a space after it.
 *
 * @param {{text: string, marks: Mark[]}} draft
 * @param {{start: number}} name as nameAt found it
 * @param {number} caret
 * @param {{text: string, sends: string}} picked
 * @returns {{text: string, marks: Mark[], caret: number}}
 */
export function withMention(draft, name, caret, picked) {
  const behind = draft.text.slice(caret);
  const space = behind.startsWith(" ") ? "" : " ";
  const text = draft.text.slice(0, name.start) + picked.text + space + behind;
  const end = name.start + picked.text.length;
  const moved = text.length - draft.text.length;
  const marks = draft.marks
    .filter((mark) => mark.end <= name.start || mark.start >= caret)
    .map((mark) => (mark.start >= caret ? shifted(mark, moved) : mark));
  return { text, marks: inOrder([...marks, { start: name.start, end, sends: picked.sends }]), caret: end + 1 };
}

/**
 * The marks after an edit: those behind it move along, those it touches are marks no more.
 *
 * @param {Mark[]} marks
 * @param {string} before
 * @param {string} after
 * @param {number} caret where the edit ended, in `after`
 */
export function marksAfter(marks, before, after, caret) {
  const most = Math.min(before.length, after.length);
  let behind = 0;
  const mostBehind = Math.min(most, after.length - caret);
  while (behind < mostBehind && before.at(-1 - behind) === after.at(-1 - behind)) behind += 1;
  let ahead = 0;
  while (ahead < most - behind && before[ahead] === after[ahead]) ahead += 1;
  const moved = after.length - before.length;
  return marks
    .filter((mark) => mark.end <= ahead || mark.start >= before.length - behind)
    .map((mark) => (mark.start >= before.length - behind ? shifted(mark, moved) : mark));
}

function shifted({ start, end, sends }, by) {
  return { start: start + by, end: end + by, sends };
}

function inOrder(marks) {
  return marks.toSorted((a, b) => a.start - b.start);
}

/**
 * The text cut at its marks, in order; `sends` is null for what is only text.
 *
 * @param {string} text
 * @param {Mark[]} marks
 * @returns {{text: string, sends: string | null}[]}
 */
export function pieces(text, marks) {
  const cut = [];
  let at = 0;
  for (const { start, end, sends } of inOrder(marks)) {
    if (start > at) cut.push({ text: text.slice(at, start), sends: null });
    cut.push({ text: text.slice(start, end), sends });
    at = end;
  }
  if (at < text.length) cut.push({ text: text.slice(at), sends: null });
  return cut;
}

/**
 * The text as it is sent. A name typed in full counts too, outside of code, if only one goes by it.
 *
 * @param {{text: string, marks: Mark[]}} draft
 * @param {import("./suggestions.js").Item[]} items people, roles and channels
 */
export function sent({ text, marks }, items) {
  const names = typedNames(items);
  const whole = pieces(text, marks).map((piece) => piece.sends ?? (names ? resolved(piece.text, names) : piece.text));
  return whole.join("").trim();
}

/** How a picked item is written in a message. */
export function written({ kind, value }) {
  return { person: `<@${value}>`, role: `<@&${value}>`, channel: `<#${value}>` }[kind];
}

function typedNames(items) {
  const byName = new Map();
  for (const item of items) {
    const sign = item.kind === "channel" ? "#" : "@";
    const names = new Set([item.name, ...(item.kind === "person" ? [item.detail] : [])].map((name) => sign + name));
    for (const name of names) byName.set(name, byName.has(name) ? null : written(item));
  }
  const single = [...byName].filter(([, sends]) => sends !== null).sort(([a], [b]) => b.length - a.length);
  if (single.length === 0) return null;
  const any = single.map(([name]) => name.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&")).join("|");
  const pattern = new RegExp(
    `(\`\`\`[^]*?\`\`\`|\`[^\`\\n]*\`)|(?<![\\p{L}\\p{N}_@#<&])(${any})(?![\\p{L}\\p{N}_])`,
    "gu",
  );
  return { pattern, byName };
}

function resolved(text, { pattern, byName }) {
  return text.replace(pattern, (whole, code, name) => (code === undefined ? byName.get(name) : whole));
}
