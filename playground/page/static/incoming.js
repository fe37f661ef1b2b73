/** What the playground tells without being asked, put where it belongs. */

import { link } from "./connection.js";
import { takeEntries } from "./drawer/trace.js";
import { atBottom, beginReading, follow, followChannels } from "./said/reading.js";
import { hear, hush, unhear } from "./said/spoken.js";
import {
  bot,
  botHere,
  channelById,
  channels,
  forgetAll,
  games,
  here,
  knownLogs,
  logOf,
  me,
  notice,
  people,
  placeName,
  roles,
  server,
  setClock,
  setFailure,
} from "./store.js";
import { batch, effect, untracked } from "./vendor/vendor.js";

const heard = { hello, bot: botCame, channels: channelsChanged, message, gone, people: peopleChanged, trace };

/**
 * Take what the playground tells.
 *
 * @param {{type: string}} push
 * @param {boolean} again whether this connection had its hello before: then the playground was started anew
 */
export function receive(push, again) {
  batch(() => heard[push.type]?.(push, again));
}

function hello(push, again) {
  const isSame = me.value?.id === push.me.id;
  if (again || !isSame) {
    forgetAll();
    hush();
  }
  setClock(push.time);
  me.value = push.me;
  people.value = push.people;
  server.value = push.server;
  bot.value = push.bot;
  botHere.value = push.bot_here;
  roles.value = push.roles;
  games.value = push.games;
  channels.value = push.channels;
  if (isSame && !again) followChannels();
  else beginReading();
  stayInSight();
  if (again) notice.value = "The playground was reset.";
  else if (isSame) askAnew();
}

/** The connection is back: whatever is shown may have changed meanwhile. */
function askAnew() {
  for (const log of knownLogs()) {
    if (log.channelId === here.value) log.refresh();
    else log.forget();
  }
}

function botCame(push) {
  botHere.value = push.here;
}

function channelsChanged(push) {
  channels.value = push.channels;
  followChannels();
  stayInSight();
}

/** Somewhere else to look when this person doesn't see what was looked at: where it belonged, or the first channel. */
function stayInSight() {
  const wanted = here.value;
  if (wanted && channelById(wanted)) return;
  const lost = seen.get(wanted);
  const next = channelById(lost?.parent) ?? channels.value.find(({ kind }) => kind === "text") ?? channels.value[0];
  here.value = next?.id ?? null;
  if (lost && next) notice.value = `${me.value.name} can't see ${placeName(lost)}. This is ${placeName(next)}.`;
}

/** Every channel that was ever in sight, by its id. */
const seen = new Map();

effect(() => {
  for (const channel of channels.value) seen.set(channel.id, channel);
});

function message(push) {
  const log = logOf(push.message.channel_id);
  const before = log.messages.value.find(({ id }) => id === push.message.id);
  log.put(push.message);
  follow(push.message);
  if (push.message.channel_id !== here.value || atBottom.value) log.trim();
  if (push.message.channel_id === here.value) hear(push.message, before);
}

function gone(push) {
  logOf(push.channel).remove(push.ids);
  unhear(push.ids);
  for (const id of push.ids) setFailure(id, null);
}

function peopleChanged(push) {
  people.value = push.people;
  roles.value = push.roles;
  me.value = push.people.find(({ id }) => id === me.value.id) ?? me.value;
}

function trace(push) {
  takeEntries(push.entries);
}

/** Whatever is looked at is loaded. */
effect(() => {
  if (!here.value || link.value !== "open") return;
  const log = logOf(here.value);
  if (log.state.value === "unknown") untracked(() => log.load());
});
