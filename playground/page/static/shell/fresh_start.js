/** A fresh start: the playground's own database is wiped, after asking. */

import { Refused } from "../connection.js";
import { freshStart } from "../deeds.js";
import { html, signal, useState } from "../vendor/vendor.js";
import { Dialog } from "./dialog.js";

/** Whether it is asked. */
export const asksFresh = signal(false);

export function FreshStart() {
  const [isWorking, setWorking] = useState(false);
  const [why, setWhy] = useState("");
  const close = () => {
    if (!isWorking) asksFresh.value = false;
  };
  const wiped = async () => {
    if (isWorking) return;
    setWorking(true);
    setWhy("");
    try {
      await freshStart();
      asksFresh.value = false;
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      setWorking(false);
      setWhy(refused.message);
    }
  };
  return html`<${Dialog} title="Reset the playground?" onClose=${close}>
    <p>
      This deletes all campaigns, characters, wallets, tables and messages of this playground.
    </p>
    <p>It deletes only the playground's own database, not the database of a real bot.</p>
    <p class="refusal" role="alert">${why}</p>
    <footer class="dialog-foot">
      <button type="button" class="plain-button" autofocus aria-disabled=${isWorking} onClick=${close}>Cancel</button>
      <button type="button" class="danger-button" aria-disabled=${isWorking} onClick=${wiped}>
        ${isWorking ? "Resetting…" : "Reset"}
      </button>
    </footer>
  <//>`;
}
