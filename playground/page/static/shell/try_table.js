/** "Try a table": a campaign with its characters, and a table to sit down at. */

import { focusTable } from "../chat/focus.js";
import { Refused } from "../connection.js";
import { commandsIn, complete, tryTable } from "../deeds.js";
import { clearNewLine } from "../said/reading.js";
import { games, here, notice, people } from "../store.js";
import { html, signal, useEffect, useId, useState } from "../vendor/vendor.js";
import { Dialog } from "./dialog.js";
import { Icon } from "./icons.js";

/** Whether a table is being set up. */
const isTrying = signal(false);
/** Whether it is asked which table. */
export const choosesTable = signal(false);

/** Have a table set up, and go to it. Whatever is in the way is told. */
async function tryOne(options) {
  if (isTrying.value) return;
  isTrying.value = true;
  try {
    await tryTable(options);
    clearNewLine();
    focusTable();
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    notice.value = refused.message;
  } finally {
    isTrying.value = false;
  }
}

/** Opens a table of whatever the playground chooses. */
export function TryButton() {
  const words = isTrying.value ? "Setting up…" : "Try a table";
  return html`<button
    type="button"
    class="main-button"
    aria-label=${words}
    aria-disabled=${isTrying.value}
    onClick=${() => tryOne()}
  >
    <${Icon} name="dice" /><span>${words}</span>
  </button>`;
}

/** The button, and a small one beside it for who wants to choose. */
export function TryTable() {
  return html`<div class="split" role="group" aria-label="Try a table">
    <${TryButton} />
    <button
      type="button"
      class="main-button"
      aria-haspopup="dialog"
      aria-label="Choose a table"
      title="Choose game, preset and people"
      aria-disabled=${isTrying.value}
      onClick=${() => {
        choosesTable.value = !isTrying.value;
      }}
    >
      <${Icon} name="down" />
    </button>
  </div>`;
}

/** Which game, which of its presets, and who sits down. */
export function ChooseTable() {
  const [game, setGame] = useState(games.value[0]?.key ?? "");
  const [preset, setPreset] = useState("");
  const [seated, seat] = useState(new Set());
  const presets = usePresets(game);
  const close = () => {
    choosesTable.value = false;
  };
  const chosen = (event) => {
    event.preventDefault();
    close();
    tryOne({ game: game || undefined, preset: preset || undefined, people: seated.size > 0 ? [...seated] : undefined });
  };
  const picked = (event) => {
    setGame(event.target.value);
    setPreset("");
  };
  const about = games.value.find(({ key }) => key === game);
  return html`<${Dialog} title="Try a table" onClose=${close}>
    <form class="fields" onSubmit=${chosen}>
      <label class="field"
        ><span>Game</span>
        <select value=${game} onChange=${picked}>
          ${companies().map(
            (company) =>
              html`<optgroup key=${company} label=${company}>
                ${games.value
                  .filter((one) => one.company === company)
                  .map(({ key, title }) => html`<option key=${key} value=${key}>${title}</option>`)}
              </optgroup>`,
          )}
        </select>
        ${about && html`<small>${about.tagline} ${about.company}, ${about.seats}.</small>`}
      </label>
      <label class="field"
        ><span>Preset</span>
        <select value=${preset} onChange=${(event) => setPreset(event.target.value)}>
          <option value="">The usual one</option>
          ${presets.map(({ name, value }) => html`<option key=${value} value=${value}>${name}</option>`)}
        </select>
      </label>
      <${WhoSitsDown} ...${{ seated, seat }} />
      <footer class="dialog-foot">
        <button type="button" class="plain-button" onClick=${close}>Cancel</button>
        <button type="submit" class="main-button">Open the table</button>
      </footer>
    </form>
  <//>`;
}

/** With whom games are played: the first game's company at the head. */
function companies() {
  return [...new Set(games.value.map(({ company }) => company))];
}

function WhoSitsDown({ seated, seat }) {
  const hint = useId();
  const toggled = (id) => {
    const others = new Set(seated);
    if (!others.delete(id)) others.add(id);
    seat(others);
  };
  return html`<fieldset class="field" aria-describedby=${hint}>
    <legend>Players</legend>
    <div class="checks">
      ${people.value
        .filter(({ role }) => role !== "GM")
        .map(
          ({ id, name }) =>
            html`<label key=${id} class="check"
              ><input type="checkbox" checked=${seated.has(id)} onChange=${() => toggled(id)} /><span>${name}</span></label
            >`,
        )}
    </div>
    <small id=${hint}>Check nobody to play with an NPC on autopilot.</small>
  </fieldset>`;
}

/** The presets that the game's own command offers here, as {name, value}; none while they are asked for. */
function usePresets(game) {
  const [known, setKnown] = useState({ game, presets: [] });
  useEffect(() => {
    let isWanted = true;
    presetsOf(game).then((presets) => isWanted && setKnown({ game, presets }));
    return () => {
      isWanted = false;
    };
  }, [game]);
  return known.game === game ? known.presets : [];
}

async function presetsOf(game) {
  try {
    const command = (await commandsIn(here.value)).find(({ name }) => name === game);
    const open = command?.options?.find(({ name }) => name === "open");
    const option = open?.options?.find(({ name }) => name === "preset");
    if (!option) return [];
    return option.choices ?? (await complete(here.value, `${game} open`, "preset", "", {}));
  } catch (refused) {
    if (refused instanceof Refused) return [];
    throw refused;
  }
}
