/** Whom and what options and mentions can name. */

import { bot, channels, people, roles, server } from "../store.js";
import { computed } from "../vendor/vendor.js";
import { channelItem, personItem, roleItem } from "./suggestions.js";

/** People, roles and channels, as for itemsFor; the bot is one of the people. */
export const known = computed(() => {
  const isListed = !bot.value.id || people.value.some((person) => person.id === bot.value.id);
  const everybody = isListed ? people.value : [...people.value, { ...bot.value, user: bot.value.name }];
  return { people: everybody, roles: roles.value, channels: channels.value };
});

const UNMENTIONED = new Set(["category", "direct message"]);

/** Everything that can be mentioned, as items. The role of everybody is no mention: it has a word of its own. */
export const mentionables = computed(() => [
  ...known.value.people.map(personItem),
  ...known.value.roles.filter((role) => role.id !== server.value.id).map(roleItem),
  ...known.value.channels.filter(({ kind }) => !UNMENTIONED.has(kind)).map(channelItem),
]);
