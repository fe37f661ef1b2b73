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
  return html`<${Dialog} title="Start anew?" onClose=${close}>
    <p>
      Campaigns, characters, wallets and tables of this playground are wiped, and so is everything that was said here.
    </p>
    <p>Only the playground's own database is wiped. A database of a real bot is never touched.</p>
    <p class="refusal" role="alert">${why}</p>
    <footer class="dialog-foot">
      <button type="button" class="plain-button" autofocus aria-disabled=${isWorking} onClick=${close}>Cancel</button>
      <button type="button" class="danger-button" aria-disabled=${isWorking} onClick=${wiped}>
        ${isWorking ? "Starting anew…" : "Wipe and start anew"}
      </button>
    </footer>
  <//>`;
}
