/** What stands above the first message: where one is, and in an empty channel what can be done here. */

import { Refused } from "../connection.js";
import { commandsIn } from "../deeds.js";
import { TryButton } from "../shell/try_table.js";
import { bot, botHere, games, placeName } from "../store.js";
import { html, useEffect, useState } from "../vendor/vendor.js";

const SUGGESTED = 3;

/** The top of the list, as far as it is known. */
export function Beginning({ channel, log }) {
  const state = log.state.value;
  if (state === "failed") return html`<${Failed} log=${log} />`;
  if (state !== "known") return html`<p class="beginning-note">Loading messages…</p>`;
  if (log.more.value) return html`<p class="beginning-note">Loading older messages…</p>`;
  return html`<div class="beginning">
    <h2>This is the beginning of ${placeName(channel)}</h2>
    ${channel.topic && html`<p>${channel.topic}</p>`}
    ${log.messages.value.length === 0 && html`<${Empty} channel=${channel} />`}
  </div>`;
}

function Failed({ log }) {
  return html`<div class="beginning">
    <p>${log.why}</p>
    <button type="button" class="plain-button" onClick=${() => log.load()}>Try again</button>
  </div>`;
}

function Empty({ channel }) {
  const suggestions = useSuggestions(channel);
  return html`<p>
      Nobody has played here yet. One click sets up a campaign with people, characters and wallets, and deals you a
      hand of ${games.value[0]?.title} against an NPC.
    </p>
    <p><${TryButton} /></p>
    ${
      channel.may_write &&
      html`<p>
        Or type <kbd>/</kbd> to see what ${bot.value.name} can do${suggestions.length > 0 && ", for example:"}
      </p>
      <ul class="suggestions">
        ${suggestions.map((words) => html`<li key=${words}><button type="button" class="command" onClick=${() => compose(words)}>/${words}</button></li>`)}
      </ul>`
    }`;
}

function compose(words) {
  document.dispatchEvent(new CustomEvent("compose", { detail: { words } }));
}

/** The commands that open a table here, as this person may use them. */
function useSuggestions(channel) {
  const [found, setFound] = useState([]);
  const isHere = botHere.value;
  useEffect(() => {
    let isWanted = true;
    if (isHere) opening(channel.id).then((words) => isWanted && setFound(words));
    return () => {
      isWanted = false;
    };
  }, [channel.id, isHere]);
  return found;
}

async function opening(channelId) {
  try {
    const commands = await commandsIn(channelId);
    const opens = new Set(
      commands.filter(({ options }) => options?.some(({ name }) => name === "open")).map(({ name }) => name),
    );
    return games.value
      .filter(({ key }) => opens.has(key))
      .slice(0, SUGGESTED)
      .map(({ key }) => `${key} open`);
  } catch (refused) {
    if (refused instanceof Refused) return [];
    throw refused;
  }
}
