/** A command being filled in: which options have a field, and what stands in each. Pure: each step gives a new one. */

import { LARGEST_FILE } from "../chosen_file.js";
import { TOO_LARGE, valueFor } from "./options.js";
import { asText, splitOptions, spread } from "./whole_text.js";

/**
 * @typedef {{kind: "command", leaf: import("./commands.js").Leaf, fields: import("./options.js").Field[],
 *   tail: string}} Filling `tail` is what is typed behind the fields, to find an optional one.
 */

const EMPTY = { text: "", picked: null, file: null };

/** A command just chosen: a field for each required option, and for those that have a text already. */
export function begun(leaf, given = [], tail = "") {
  const required = leaf.options.filter((option) => option.required).map(({ name }) => ({ name, ...EMPTY }));
  return filledIn({ kind: "command", leaf, fields: required, tail }, given);
}

/** The same with texts filled in, also for options without a field so far. */
export function filledIn(filling, given) {
  return given.reduce((so_far, { name, text }) => changed(added(so_far, name), name, { text, picked: null }), filling);
}

export function optionOf(filling, name) {
  return filling.leaf.options.find((option) => option.name === name);
}

export function fieldOf(filling, name) {
  return filling.fields.find((field) => field.name === name);
}

/** The options that have no field yet, in the bot's order. */
export function offered(filling) {
  return filling.leaf.options.filter((option) => !fieldOf(filling, option.name));
}

export function added(filling, name) {
  if (fieldOf(filling, name)) return filling;
  return { ...filling, fields: [...filling.fields, { name, ...EMPTY }] };
}

export function removed(filling, name) {
  return { ...filling, fields: filling.fields.filter((field) => field.name !== name) };
}

export function changed(filling, name, patch) {
  const fields = filling.fields.map((field) => (field.name === name ? { ...field, ...patch } : field));
  return { ...filling, fields };
}

/**
 * What becomes of a text typed into a field: "high stakes ante:20" fills in the ante too, and the field's own name
 * counts where a name stands first.
 *
 * @returns {{filling: Filling, last: string}} and the option in which the typing goes on
 */
export function typedInto(filling, name, text) {
  const others = open(filling).filter((other) => other !== name);
  const named = splitOptions(text, [name, ...others]);
  const { lead, given } = named.lead === "" ? named : splitOptions(text, others);
  if (given.length === 0)
    return { filling: changed(filling, name, { text: text.trimStart(), picked: null }), last: name };
  return { filling: filledIn(filling, [{ name, text: lead }, ...given]), last: given.at(-1).name };
}

/**
 * What becomes of a text typed behind the fields: one that begins with the name of an option without a value goes there.
 *
 * @returns {{filling: Filling, last: string | null}} and the option in which the typing goes on, if it isn't the end
 */
export function typedBehind(filling, tail) {
  const typed = { ...filling, tail };
  const { lead, given } = splitOptions(tail, open(filling));
  return lead === "" && given.length > 0 ? placed(typed) : { filling: typed, last: null };
}

/** The names of the options that have no value yet. */
function open(filling) {
  return filling.leaf.options.map(({ name }) => name).filter((name) => isEmpty(fieldOf(filling, name) ?? EMPTY));
}

/**
 * What is typed behind the fields, put where it belongs; what no option takes stays there.
 *
 * @returns {{filling: Filling, last: string | null}} and the option that got the end of it
 */
export function placed(filling) {
  const taken = new Set(
    filling.fields.filter(({ text, file }) => text !== "" || file !== null).map(({ name }) => name),
  );
  const { given, extra } = spread(filling.leaf.options, filling.tail, taken);
  return { filling: { ...filledIn(filling, given), tail: extra }, last: given.at(-1)?.name ?? null };
}

/** The next field after `name` (from the first one if null) that is still empty, or null. */
export function nextEmpty(filling, name) {
  const from = filling.fields.findIndex((field) => field.name === name) + 1;
  return filling.fields.slice(from).find(isEmpty)?.name ?? null;
}

export function isEmpty({ text, picked, file }) {
  return text === "" && picked === null && file === null;
}

/** What is typed for this field, as something to ask the bot about, or to write down. */
export function textOf(filling) {
  return [asText(filling.leaf.words, filling.fields), filling.tail].filter((part) => part !== "").join(" ");
}

/**
 * Every value, checked.
 *
 * @param {Filling} filling
 * @param {object} known people, roles and channels
 * @returns {{options: Record<string, any>, wrong: Map<string, string>}} values that are right; sentences for the others
 */
export function checked(filling, known) {
  const options = {};
  const wrong = new Map();
  for (const field of filling.fields) {
    const result = valueFor(optionOf(filling, field.name), field, known);
    if ("why" in result) wrong.set(field.name, result.why);
    else options[field.name] = result.value;
  }
  const files = filling.fields.filter(({ file, name }) => file !== null && !wrong.has(name));
  if (files.reduce((sum, { file }) => sum + file.size, 0) > LARGEST_FILE) wrong.set(files.at(-1).name, TOO_LARGE);
  return { options, wrong };
}

/** The same command as the bot describes it now: options that are gone lose their field, new required ones get one. */
export function renewed(filling, leaf) {
  const kept = filling.fields.filter(({ name }) => leaf.options.some((option) => option.name === name));
  const required = leaf.options.filter(({ required, name }) => required && !kept.some((field) => field.name === name));
  return { ...filling, leaf, fields: [...required.map(({ name }) => ({ name, ...EMPTY })), ...kept] };
}
