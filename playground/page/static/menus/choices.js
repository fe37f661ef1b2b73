/** What can be picked in a menu of each kind. */

import { nameOf } from "../markdown/mentions.js";
import { bot, channelById, channels, people, roles, server } from "../store.js";

/**
 * @typedef {{value: string, label: string, description?: string, emoji?: object, icon?: string, person?: boolean}}
 *   Choice `emoji` is Discord's JSON, `icon` a name of the page's icons, `person` asks for initials
 */

const USERS = 5;
const ROLES = 6;
const MENTIONABLES = 7;
const CHANNELS = 8;

const KINDS = {
  text: 0,
  voice: 2,
  category: 4,
  news: 5,
  announcement: 5,
  "announcement thread": 10,
  "news thread": 10,
  thread: 11,
  "public thread": 11,
  "private thread": 12,
  stage: 13,
  forum: 15,
  media: 16,
};
const THREADS = new Set([10, 11, 12]);

/** @returns {Choice[]} all choices of a menu's component */
export function choicesOf(component) {
  switch (component.type) {
    case USERS:
      return users();
    case ROLES:
      return allRoles();
    case MENTIONABLES:
      return [...users(), ...allRoles()];
    case CHANNELS:
      return allChannels(component.channel_types);
    default:
      return component.options.map(({ value, label, description, emoji }) => ({ value, label, description, emoji }));
  }
}

/** @returns {string[]} what is chosen before anybody chooses */
export function defaultsOf(component) {
  if (component.options) return component.options.filter((option) => option.default).map((option) => option.value);
  return (component.default_values ?? []).map((chosen) => chosen.id);
}

/** @returns {Choice} the choice for a value; also for one that isn't offered any more */
export function choiceFor(value, choices) {
  return choices.find((choice) => choice.value === value) ?? { value, label: nameOf(value) ?? "Unknown" };
}

/** @returns {Choice[]} those that have every word of `typed`, whatever their case and accents */
export function matching(choices, typed) {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  if (!words.length) return choices;
  return choices.filter((choice) => {
    const text = plain(`${choice.label} ${choice.description ?? ""}`);
    return words.every((word) => text.includes(word));
  });
}

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase();

function users() {
  const everybody = people.value.map(({ id, name, user }) => ({
    value: id,
    label: name,
    description: user,
    person: true,
  }));
  const { id, name } = bot.value;
  return id ? [...everybody, { value: id, label: name, description: "App", person: true }] : everybody;
}

function allRoles() {
  return roles.value
    .filter((role) => role.id !== server.value.id)
    .map(({ id, name }) => ({ value: id, label: name, icon: "role" }));
}

function allChannels(types) {
  return channels.value
    .filter((channel) => !types?.length || types.includes(KINDS[channel.kind]))
    .map(({ id, name, kind, parent }) => ({
      value: id,
      label: name,
      description: parent ? channelById(parent)?.name : undefined,
      icon: THREADS.has(KINDS[kind]) ? "thread" : "hash",
    }));
}
