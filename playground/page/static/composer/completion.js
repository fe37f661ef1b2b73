/** What the bot offers while an option is typed. */

import { useLayoutEffect, useRef, useState } from "../vendor/vendor.js";
import { choiceItem } from "./suggestions.js";

const PAUSE = 150;
const NOTHING = { state: "loading", items: [], typed: null };

/**
 * Ask the bot once the typing pauses, at once when the field is entered; the latest answer counts.
 *
 * @param {boolean} isWanted whether to ask at all
 * @param {string} typed
 * @param {(typed: string) => Promise<{name: string, value: string | number}[]>} ask
 * @returns {{state: "loading" | "ready" | "failed", items: object[], typed: string | null}} `typed` is what the items
 *   are for; the items of the time before stay until the new ones are there
 */
export function useCompletion(isWanted, typed, ask) {
  const [offer, setOffer] = useState(NOTHING);
  const wasWanted = useRef(false);
  // Before the page is painted: only such an effect ends with its field, and not a frame later.
  useLayoutEffect(() => {
    const pause = wasWanted.current ? PAUSE : 0;
    wasWanted.current = isWanted;
    if (!isWanted) {
      setOffer(NOTHING);
      return;
    }
    let isLatest = true;
    setOffer((before) => ({ ...before, state: "loading" }));
    const load = async () => {
      const next = await ask(typed).then(offered, () => ({ state: "failed", items: [] }));
      if (isLatest) setOffer({ ...next, typed });
    };
    const timer = setTimeout(load, pause);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [isWanted, typed]);
  return offer;
}

/** Two choices may share a value: each has a key of its own. */
function offered(choices) {
  const items = choices.map((choice, at) => ({ ...choiceItem(choice), key: `${at}:${choice.name}` }));
  return { state: "ready", items };
}
