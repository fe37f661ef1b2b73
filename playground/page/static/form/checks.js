/** What the client checks before a form is sent. Pure. */

import { LARGEST_FILE } from "../chosen_file.js";
import { countsOf, isRequired, KIND } from "./draft.js";

const LONGEST_TEXT = 4000;
const MIB = 1024 * 1024;

/** @returns {Object<string, string>} custom id to the sentence under its field, for those that aren't right yet */
export function mistakesIn(fields, values) {
  const found = fields.map(({ id, component }) => [id, mistake(component, values[id])]);
  return Object.fromEntries(found.filter(([, sentence]) => sentence));
}

function mistake(component, value) {
  switch (component.type) {
    case KIND.TEXT_INPUT:
      return inText(component, value);
    case KIND.CHECKBOX:
      return null;
    case KIND.RADIO_GROUP:
      return value === null && isRequired(component) ? MISSING : null;
    case KIND.FILE_UPLOAD:
      return inCount(component, value) ?? inFiles(value);
    default:
      return inCount(component, value);
  }
}

const MISSING = "This field is required.";

/** Characters as Discord counts them, not halves of an emoji. */
export const lengthOf = (text) => [...text].length;

/** @returns {{low: number, high: number}} in characters */
export function boundsOf({ min_length: low, max_length: high }) {
  return { low: low ?? 0, high: high ?? LONGEST_TEXT };
}

function inText(component, value) {
  if (!value) return isRequired(component) ? MISSING : null;
  const { low, high } = boundsOf(component);
  const length = lengthOf(value);
  if (length < low) return `That is too short: at least ${counted(low, "character")}.`;
  if (length > high) return `That is too long: at most ${counted(high, "character")}, and this has ${length}.`;
  return null;
}

function inCount(component, values) {
  const { low, high } = countsOf(component);
  if (!values.length) return isRequired(component) && low > 0 ? MISSING : null;
  if (values.length < low) return `Choose at least ${low}.`;
  if (values.length > high) return `Choose at most ${high}.`;
  return null;
}

function inFiles(files) {
  const large = files.find((file) => file.size > LARGEST_FILE);
  if (large) return `${large.name} is too large: a file can have at most ${LARGEST_FILE / MIB} MB.`;
  const together = files.reduce((sum, file) => sum + file.size, 0);
  return together > LARGEST_FILE ? `That is too much: the files can have ${LARGEST_FILE / MIB} MB together.` : null;
}

const counted = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;
