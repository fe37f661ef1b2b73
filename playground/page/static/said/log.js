/** What is known of one channel's messages. */

import { ask, Refused } from "../connection.js";
import { byAge } from "../ids.js";
import { signal } from "../vendor/vendor.js";

const FIRST_PAGE = 50;
const OLDER_PAGE = 25;
const LARGEST_PAGE = 100;
const TRIM_ABOVE = 400;
const TRIM_TO = 200;

/** The messages of a channel from some point on; older ones are asked for a page at a time. */
export class ChannelLog {
  #loading = null;
  #generation = 0;
  #gone = new Set();

  constructor(channelId) {
    this.channelId = channelId;
    /** Oldest first. */
    this.messages = signal([]);
    /** Whether the playground has older ones. */
    this.more = signal(true);
    /** "unknown", "loading", "known" or "failed": only a known one can be called empty. */
    this.state = signal("unknown");
    /** Why it failed: a sentence. */
    this.why = "";
  }

  /** Know nothing again: what is on its way for the old state is ignored. */
  forget() {
    this.#generation += 1;
    this.#loading = null;
    this.messages.value = [];
    this.more.value = true;
    this.state.value = "unknown";
  }

  /** Ask for the latest messages, unless they are known or on their way. */
  load() {
    if (this.state.value === "known") return Promise.resolve();
    this.state.value = "loading";
    return this.#once(async (isCurrent) => {
      const { messages, more } = await this.#look({ limit: FIRST_PAGE });
      if (isCurrent()) this.#becomes(merged(messages, this.messages.value), more);
    });
  }

  /** Ask for a page of older messages, if there are any and none is on its way. */
  loadOlder() {
    if (this.state.value !== "known" || !this.more.value) return Promise.resolve();
    return this.#once(async (isCurrent) => {
      const { messages, more } = await this.#look({ before: this.messages.value[0]?.id, limit: OLDER_PAGE });
      if (isCurrent()) this.#becomes(merged(messages, this.messages.value), more);
    });
  }

  /** Ask anew for everything that is shown, and show it until the answer is there. */
  refresh() {
    this.#generation += 1;
    this.#loading = null;
    if (this.state.value !== "known") return this.load();
    const shown = this.messages.value;
    return this.#once(async (isCurrent) => {
      let found = [];
      let more = true;
      do {
        const answer = await this.#look({ before: found[0]?.id, limit: LARGEST_PAGE });
        found = [...answer.messages, ...found];
        more = answer.more && answer.messages.length > 0;
      } while (more && shown.length > 0 && byAge(found[0].id, shown[0].id) > 0);
      const came = this.messages.value.filter((message) => !shown.includes(message));
      if (isCurrent()) this.#becomes(merged(withKnown(found, shown), came), more);
    });
  }

  /** A message is new or another one now. */
  put(message) {
    if (this.state.value !== "known" && this.state.value !== "loading") return;
    this.messages.value = merged(this.messages.value, [message]);
  }

  remove(ids) {
    for (const id of ids) this.#gone.add(id);
    if (this.messages.value.some((message) => this.#gone.has(message.id))) {
      this.messages.value = this.messages.value.filter((message) => !this.#gone.has(message.id));
    }
  }

  /** Keep only the latest of very many; nobody is looking at the older ones. */
  trim() {
    if (this.messages.value.length <= TRIM_ABOVE) return;
    this.messages.value = this.messages.value.slice(-TRIM_TO);
    this.more.value = true;
  }

  #becomes(messages, more) {
    this.messages.value = messages.filter((message) => !this.#gone.has(message.id));
    this.more.value = more;
    this.state.value = "known";
  }

  #look(page) {
    return ask("look", { channel: this.channelId, ...page });
  }

  /** One request at a time. What was refused can be asked for again by `load`. */
  #once(request) {
    if (this.#loading) return this.#loading;
    const generation = this.#generation;
    const isCurrent = () => generation === this.#generation;
    const loading = request(isCurrent)
      .catch((error) => {
        if (!(error instanceof Refused)) throw error;
        if (!isCurrent() || this.state.value !== "loading") return;
        this.why = error.message;
        this.state.value = "failed";
      })
      .finally(() => {
        if (this.#loading === loading) this.#loading = null;
      });
    this.#loading = loading;
    return loading;
  }
}

/** Both lists as one, by age; of a message that is in both the one with the higher version, and of equals `one`'s. */
function merged(one, other) {
  if (other.length === 0) return one;
  const byId = new Map(one.map((message) => [message.id, message]));
  let isInOrder = true;
  let newest = one.at(-1)?.id ?? "";
  for (const message of other) {
    const known = byId.get(message.id);
    if (known && known.version >= message.version) continue;
    if (!known) {
      isInOrder &&= byAge(message.id, newest) > 0;
      newest = message.id;
    }
    byId.set(message.id, message);
  }
  const all = [...byId.values()];
  return isInOrder ? all : all.sort((left, right) => byAge(left.id, right.id));
}

/** `found`, with the objects that are known already where nothing changed, so that nothing is drawn again. */
function withKnown(found, known) {
  const byId = new Map(known.map((message) => [message.id, message]));
  return found.map((message) => {
    const same = byId.get(message.id);
    return same?.version === message.version ? same : message;
  });
}
