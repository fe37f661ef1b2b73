/** The commands that a person may use in a channel: asked anew each time, shown from last time until they are there. */

import { commandsIn } from "../deeds.js";
import { signal } from "../vendor/vendor.js";
import { leavesOf } from "./commands.js";

/** @typedef {{state: "loading" | "ready" | "failed", leaves: import("./commands.js").Leaf[]}} Known */

class Catalog {
  #channelId;
  #latest = null;

  constructor(channelId) {
    this.#channelId = channelId;
    /** The commands as known so far: a signal of Known. */
    this.now = signal({ state: "loading", leaves: [] });
  }

  /**
   * Ask for the commands; of several answers the one to the latest question counts.
   *
   * @returns {Promise<Known>}
   */
  load() {
    this.now.value = { ...this.now.peek(), state: "loading" };
    const asking = commandsIn(this.#channelId).then(
      (commands) => this.#settle(asking, { state: "ready", leaves: leavesOf(commands) }),
      () => this.#settle(asking, { ...this.now.peek(), state: "failed" }),
    );
    this.#latest = asking;
    return asking;
  }

  /** What was asked for last, once it is there; asked for now if it never was, or failed. */
  loaded() {
    const failedBefore = this.now.peek().state === "failed";
    return this.#latest === null || failedBefore ? this.load() : this.#latest;
  }

  #settle(asking, known) {
    if (asking === this.#latest) this.now.value = known;
    return known;
  }
}

const catalogs = new Map();

/** @param {string} key as in drafts.js */
export function catalogOf(key, channelId) {
  if (!catalogs.has(key)) catalogs.set(key, new Catalog(channelId));
  return catalogs.get(key);
}
