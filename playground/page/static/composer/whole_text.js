/** A command in its whole text form: "/pilok open preset:high stakes ante:20", read and written. Pure. */

import { commandIn } from "./commands.js";

/**
 * Options named within a text. What stands before the first name is the lead; a name counts once, at its first place.
 *
 * @param {string} text "high stakes ante:20"
 * @param {string[]} names of the options that may be meant
 * @returns {{lead: string, given: {name: string, text: string}[]}} without the spaces around each
 */
export function splitOptions(text, names) {
  const open = new Map(names.map((name) => [name.toLowerCase(), name]));
  const found = [];
  for (const match of text.matchAll(/(?<=^|\s)([^\s:]+):/gu)) {
    const key = match[1].toLowerCase();
    if (!open.has(key)) continue;
    found.push({ name: open.get(key), start: match.index, end: match.index + match[0].length });
    open.delete(key);
  }
  const until = (at) => found[at]?.start ?? text.length;
  return {
    lead: text.slice(0, until(0)).trim(),
    given: found.map(({ name, end }, at) => ({ name, text: text.slice(end, until(at + 1)).trim() })),
  };
}

/**
 * The option that a value without a name is for: the first required one that is still open, else the first open one.
 *
 * @param {object[]} options of the command
 * @param {Set<string>} taken names that have a value
 */
export function obviousOption(options, taken) {
  const open = options.filter((option) => !taken.has(option.name));
  return open.find((option) => option.required) ?? open[0] ?? null;
}

/**
 * A typed or pasted text as a command with its values; null if it names no command in full.
 *
 * @param {import("./commands.js").Leaf[]} leaves
 * @param {string} text
 * @returns {{leaf: object, given: {name: string, text: string}[], extra: string} | null} `extra` is what no option
 *   takes
 */
export function parsed(leaves, text) {
  const found = commandIn(leaves, text);
  if (found === null) return null;
  const { leaf, rest } = found;
  return { leaf, ...spread(leaf.options, rest, new Set()) };
}

/**
 * A text spread over the options that it names, its lead on the obvious one.
 *
 * @param {object[]} options of the command
 * @param {string} text
 * @param {Set<string>} taken names that have a value already
 * @returns {{given: {name: string, text: string}[], extra: string}}
 */
export function spread(options, text, taken) {
  const open = options.map((option) => option.name).filter((name) => !taken.has(name));
  const { lead, given } = splitOptions(text, open);
  if (lead === "") return { given, extra: "" };
  const first = obviousOption(options, new Set([...taken, ...given.map(({ name }) => name)]));
  if (first === null) return { given, extra: lead };
  return { given: [{ name: first.name, text: lead }, ...given], extra: "" };
}

/**
 * A command as one would type it.
 *
 * @param {string} words
 * @param {{name: string, text: string}[]} fields
 */
export function asText(words, fields) {
  const filled = fields.filter(({ text }) => text !== "");
  return [`/${words}`, ...filled.map(({ name, text }) => `${name}:${text}`)].join(" ");
}
