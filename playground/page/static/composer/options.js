/** The values of options: what is typed or picked becomes what is sent, or a sentence that says what is wrong. Pure. */

import { LARGEST_FILE } from "../chosen_file.js";
import { counted, grouped } from "./counts.js";
import {
  ATTACHMENT,
  BOOLEAN,
  CHANNEL,
  called,
  INTEGER,
  itemsFor,
  MENTIONABLE,
  NUMBER,
  ROLE,
  STRING,
  USER,
} from "./suggestions.js";

const LONGEST_TEXT = 6000;
const EXACT = 2 ** 53;
export const TOO_LARGE = "Files can have at most 10 MB together.";

/**
 * A field being filled in. `picked` is null while its text is only typed.
 *
 * @typedef {{name: string, text: string, picked: {value: any} | null, file: object | null}} Field
 */

/**
 * What is sent for a field, or why it can't be sent yet.
 *
 * @param {object} option as the bot described it
 * @param {Field} field
 * @param {object} known people, roles and channels, as for itemsFor
 * @returns {{value: any} | {why: string}}
 */
export function valueFor(option, field, known) {
  if (option.type === ATTACHMENT) return fileOf(field);
  if (field.text.trim() === "" && field.picked === null) {
    return { why: option.required ? "This option is required." : "Fill this in, or remove it." };
  }
  const items = itemsFor(option, known);
  if (items !== null) return field.picked ?? itemCalled(items, field.text, option);
  if (option.type === INTEGER || option.type === NUMBER) return field.picked ?? numberOf(option, field.text);
  return textOf(option, field.picked === null ? field.text.trim() : String(field.picked.value));
}

function fileOf({ file }) {
  if (file === null) return { why: "Choose a file." };
  if (file.size > LARGEST_FILE) return { why: "A file can have at most 10 MB." };
  return { value: { name: file.name, type: file.type, base64: file.base64 } };
}

const KINDS = { [USER]: "person", [ROLE]: "role", [MENTIONABLE]: "person or role", [CHANNEL]: "channel" };

function itemCalled(items, text, option) {
  const found = called(items, text);
  if (found.length === 1) return { value: found[0].value };
  if (found.length > 1) return { why: `There is more than one ${text}: choose one from the list.` };
  if (option.type === BOOLEAN) return { why: "Choose True or False." };
  const kind = KINDS[option.type];
  return { why: kind && !option.choices?.length ? `There is no such ${kind} here.` : "Choose one from the list." };
}

function numberOf(option, text) {
  const typed = text.trim();
  const isWhole = option.type === INTEGER;
  const isNumber = isWhole ? /^[+-]?\d+$/u.test(typed) : /^[+-]?(\d+\.?\d*|\.\d+)$/u.test(typed);
  const value = Number(typed);
  const [low, high] = [option.min_value ?? -EXACT, option.max_value ?? EXACT];
  const isExact = !isNumber || !isWhole || BigInt(typed.replace("+", "")) === BigInt(value);
  if (!isNumber || !isExact || value < low || value > high) return { why: `Type ${numberWanted(option)}.` };
  return { value: value === 0 ? 0 : value };
}

function textOf(option, text) {
  const [low, high] = [option.min_length ?? 0, option.max_length ?? LONGEST_TEXT];
  const length = [...text].length;
  if (length < low) return { why: `Type at least ${counted(low, "character")}.` };
  if (length > high) return { why: `Type at most ${counted(high, "character")}; these are ${grouped(length)}.` };
  return { value: text };
}

/**
 * What an option takes, in words that go behind its description; empty if there is nothing to say.
 *
 * @param {object} option
 */
export function bounds(option) {
  if (option.choices?.length > 0) return "";
  if (option.type === INTEGER || option.type === NUMBER) return numberWanted(option);
  if (option.type !== STRING) return "";
  const { min_length: low, max_length: high } = option;
  if (low > 1 && high !== undefined) return `${grouped(low)} to ${counted(high, "character")}`;
  if (high !== undefined) return `up to ${counted(high, "character")}`;
  return low > 1 ? `at least ${counted(low, "character")}` : "";
}

function numberWanted({ type, min_value: low, max_value: high }) {
  const what = type === INTEGER ? "a whole number" : "a number";
  if (low !== undefined && high !== undefined) return `${what} between ${grouped(low)} and ${grouped(high)}`;
  if (low !== undefined) return `${what} from ${grouped(low)}`;
  return high === undefined ? what : `${what} up to ${grouped(high)}`;
}
