/** What can be picked for an option: its choices, true and false, people, roles, channels. Pure. */

import { fit, NO_FIT } from "./commands.js";

export const STRING = 3;
export const INTEGER = 4;
export const BOOLEAN = 5;
export const USER = 6;
export const CHANNEL = 7;
export const ROLE = 8;
export const MENTIONABLE = 9;
export const NUMBER = 10;
export const ATTACHMENT = 11;

const CHANNEL_KINDS = {
  0: "text",
  2: "voice",
  4: "category",
  5: "announcement",
  10: "announcement thread",
  11: "thread",
  12: "private thread",
  13: "stage",
  15: "forum",
};

/**
 * Something to pick. `text` is what the field then shows, `called` what one may type instead, in lower case.
 *
 * @typedef {{key: string, value: any, name: string, text: string, detail: string, kind: string, called: string[]}} Item
 */

/**
 * Everything that can be picked for an option; null if it is typed freely or asked from the bot.
 *
 * @param {object} option as the bot described it
 * @param {{people: object[], roles: object[], channels: object[]}} known
 * @returns {Item[] | null}
 */
export function itemsFor(option, known) {
  if (option.choices?.length > 0) return option.choices.map(choiceItem);
  switch (option.type) {
    case BOOLEAN:
      return [choiceItem({ name: "True", value: true }), choiceItem({ name: "False", value: false })];
    case USER:
      return known.people.map(personItem);
    case ROLE:
      return known.roles.map(roleItem);
    case MENTIONABLE:
      return [...known.people.map(personItem), ...known.roles.map(roleItem)];
    case CHANNEL:
      return known.channels.filter((channel) => isOneOf(channel, option.channel_types)).map(channelItem);
    default:
      return null;
  }
}

/** A choice of the bot's, registered or from autocomplete. */
export function choiceItem({ name, value }) {
  const called = [name.toLowerCase(), String(value).toLowerCase()];
  return { key: `${typeof value}:${value}`, value, name, text: name, detail: "", kind: "choice", called };
}

export function personItem({ id, name, user = name }) {
  const [short, full] = [name.toLowerCase(), user.toLowerCase()];
  const called = [short, full, `@${short}`, `@${full}`, id, `<@${id}>`, `<@!${id}>`];
  return { key: `person:${id}`, value: id, name, text: `@${name}`, detail: user, kind: "person", called };
}

export function roleItem({ id, name }) {
  const bare = name.replace(/^@/u, "");
  const called = [bare.toLowerCase(), `@${bare.toLowerCase()}`, id, `<@&${id}>`];
  return { key: `role:${id}`, value: id, name: bare, text: `@${bare}`, detail: "role", kind: "role", called };
}

export function channelItem({ id, name, topic }) {
  const called = [name.toLowerCase(), `#${name.toLowerCase()}`, id, `<#${id}>`];
  return { key: `channel:${id}`, value: id, name, text: `#${name}`, detail: topic ?? "", kind: "channel", called };
}

function isOneOf(channel, types) {
  const possible = types?.length > 0 ? types : Object.keys(CHANNEL_KINDS);
  return possible.some((type) => CHANNEL_KINDS[type] === channel.kind);
}

/**
 * The items that fit what is typed: those that begin with it, then those in which a word does, then the rest.
 *
 * @param {Item[]} items
 * @param {string} typed a leading @ or # doesn't count
 */
export function fitting(items, typed) {
  const sought = typed.trim().replace(/^[@#]/u, "").toLowerCase();
  return items
    .map((item) => ({ item, rank: Math.min(fit(item.name.toLowerCase(), sought), fitOfUser(item, sought)) }))
    .filter(({ rank }) => rank < NO_FIT)
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}

function fitOfUser(item, sought) {
  return item.kind === "person" ? fit(item.detail.toLowerCase(), sought) : NO_FIT;
}

/**
 * The items that a typed text names in full.
 *
 * @param {Item[]} items
 * @param {string} typed
 */
export function called(items, typed) {
  const sought = typed.trim().toLowerCase();
  const named = items.filter((item) => item.called.includes(sought));
  const spelt = named.filter((item) => item.name === typed.trim());
  return spelt.length === 1 ? spelt : named;
}
