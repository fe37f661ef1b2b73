/** What a person does: everything that goes to the playground because somebody wanted it. */

import { ask, Refused } from "./connection.js";
import { form, lookAt, setFailure } from "./store.js";
import { signal } from "./vendor/vendor.js";

export { Refused };

/** @typedef {{outcome: "done" | "failed" | "form", form?: object}} Outcome */

const FAILED = "This interaction failed";

/** "messageId:customId" of every click that waits for the bot. */
export const pending = signal(new Set());

/** Press a button. Never rejects: a refusal stands under the message. */
export function click(message, customId) {
  return use(message, customId, "click", {});
}

/** Choose in a menu; users, roles and channels by id. Never rejects: a refusal stands under the message. */
export function select(message, customId, values) {
  return use(message, customId, "select", { values });
}

async function use(message, customId, what, fields) {
  const waiting = `${message.id}:${customId}`;
  if (pending.value.has(waiting)) return;
  pending.value = new Set(pending.value).add(waiting);
  setFailure(message.id, null);
  try {
    const outcome = await ask(what, {
      ...fields,
      channel: message.channel_id,
      message: message.id,
      custom_id: customId,
    });
    if (outcome.outcome === "failed") setFailure(message.id, FAILED);
    openForm(outcome);
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    setFailure(message.id, refused.message);
  } finally {
    const others = new Set(pending.value);
    others.delete(waiting);
    pending.value = others;
  }
}

/**
 * Send a form. It stays open when it failed or was refused.
 *
 * @param {{id: string}} open the form
 * @param {object} answers custom id to value
 * @returns {Promise<Outcome>} rejects with Refused
 */
export async function submit(open, answers) {
  const outcome = await ask("submit", { form: open.id, answers });
  if (outcome.outcome === "done" && form.value?.id === open.id) form.value = null;
  openForm(outcome);
  return outcome;
}

/** Close the open form without sending it. */
export async function closeForm() {
  const open = form.value;
  form.value = null;
  if (open) await ask("forget", { form: open.id }).catch(ignoreRefusal);
}

/** Dismiss an ephemeral message. */
export async function dismiss(message) {
  try {
    await ask("dismiss", { channel: message.channel_id, message: message.id });
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    setFailure(message.id, refused.message);
  }
}

/**
 * Use a slash command.
 *
 * @param {string} words without the slash: "pilok open"
 * @param {object} options name to value: string, number or boolean; an id for whoever or whatever is picked; {name,
 *   type, base64} for a file
 * @returns {Promise<Outcome>} rejects with Refused; "failed" is for the caller to show
 */
export async function runCommand(channelId, words, options) {
  const outcome = await ask("command", { channel: channelId, words, options });
  openForm(outcome);
  return outcome;
}

/** @returns {Promise<{name: string, value: string | number}[]>} what is offered while an option is typed */
export async function complete(channelId, words, option, typed, options) {
  return (await ask("complete", { channel: channelId, words, option, typed, options })).choices;
}

/** @returns {Promise<object[]>} the commands that this person may use there, in Discord's JSON */
export async function commandsIn(channelId) {
  return (await ask("commands", { channel: channelId })).commands;
}

/** @returns {Promise<object[]>} the commands in the menus of messages and people there, in Discord's JSON */
export async function menusIn(channelId) {
  return (await ask("commands", { channel: channelId })).menus;
}

/** Use a command of a menu on `target`, the id of a message or person. Never rejects: `fail` gets a sentence. */
export async function runInMenu(channelId, command, target, fail) {
  try {
    const outcome = await ask("menu", { channel: channelId, command, target });
    if (outcome.outcome === "failed") fail(FAILED);
    openForm(outcome);
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    fail(refused.message);
  }
}

/** Send an ordinary message. Rejects with Refused. */
export async function say(channelId, text) {
  await ask("say", { channel: channelId, text });
}

/**
 * Have a table opened, and look at it.
 *
 * @param {{game?: string, preset?: string, people?: string[]}} [options] the key of a game, the name of one of its
 *   presets, the ids of those who sit down; what is left out is the playground's choice
 * @returns {Promise<string>} the id of the channel; rejects with Refused
 */
export async function tryTable(options = {}) {
  const { channel } = await ask("try", options);
  lookAt(channel);
  return channel;
}

/** Wipe the playground's own database. Everybody gets a new hello. Rejects with Refused. */
export async function freshStart() {
  await ask("fresh");
}

/** Have requests and events told from now on, or no longer. */
export async function watch(on) {
  await ask("watch", { on }).catch(ignoreRefusal);
}

function openForm(outcome) {
  if (outcome.outcome === "form") form.value = outcome.form;
}

function ignoreRefusal(error) {
  if (!(error instanceof Refused)) throw error;
}
