/** What "/", "@" and "#" offer while a message is typed. Pure. */

import { commandIn, matching } from "./commands.js";
import { counted } from "./counts.js";
import { nameAt } from "./mentions.js";
import { fitting } from "./suggestions.js";

const MOST_NAMES = 10;

/**
 * @typedef {{scope: string, label: string, groups: {title?: string, about?: string, items: object[]}[],
 *   note: string, said: string, isLoading?: boolean, name?: object}} Offer `scope` is what it was found for,
 *   `note` a sentence instead of items, `said` what a screen reader hears, `name` the name being typed, as nameAt found
 *   it
 */

/** @type {Offer} */
export const NO_OFFER = { scope: "", label: "", groups: [], note: "", said: "" };

/**
 * @param {{text: string, marks: object[]}} draft
 * @param {number} caret
 * @param {object[]} items people, roles and channels
 * @param {import("./catalog.js").Known} catalog
 * @returns {Offer}
 */
export function offerFor(draft, caret, items, catalog) {
  if (draft.text.startsWith("/") && !draft.text.includes("\n")) return commandOffer(draft.text, catalog);
  const name = nameAt(draft.text, caret, draft.marks);
  return name === null ? NO_OFFER : nameOffer(name, items);
}

const NOTES = {
  loading: "Loading commands…",
  failed: "Loading commands failed.",
  ready: "No command matches.",
};

function commandOffer(text, { state, leaves }) {
  const whole = commandIn(leaves, text);
  const found = whole === null ? matching(leaves, text) : [{ root: whole.leaf.root, leaves: [whole.leaf] }];
  const groups = found.map((group) => ({
    title: `/${group.root}`,
    about: group.leaves[0].about,
    items: group.leaves.map(commandItem),
  }));
  const count = groups.reduce((sum, group) => sum + group.items.length, 0);
  const note = count > 0 ? "" : NOTES[state];
  const said = note || `${counted(count, "command")}.`;
  return { scope: text, label: "Commands", groups, note, said, isLoading: state === "loading" };
}

function commandItem(leaf) {
  const required = leaf.options.filter((option) => option.required).map((option) => option.name);
  return { key: leaf.words, name: `/${leaf.words}`, hint: required.join(" "), detail: leaf.description, leaf };
}

function nameOffer(name, items) {
  const isChannel = name.sign === "#";
  const possible = items.filter((item) => (item.kind === "channel") === isChannel);
  const found = fitting(possible, name.typed).slice(0, MOST_NAMES);
  if (found.length === 0) return NO_OFFER;
  const said = `${counted(found.length, isChannel ? "channel" : "name")}.`;
  const label = isChannel ? "Channels" : "People and roles";
  return { scope: name.sign + name.typed, label, groups: [{ items: found }], note: "", said, name };
}

/** Whether the text is this command with its values, or all there is of one that takes none. */
export function isWhole(leaf, text) {
  const found = commandIn([leaf], text);
  return found !== null && (found.rest !== "" || leaf.options.length === 0);
}
