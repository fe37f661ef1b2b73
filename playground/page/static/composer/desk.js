/** From what is typed to what is sent: choosing a command, checking it, sending it, getting it back. */

import { complete, Refused, runCommand, say } from "../deeds.js";
import { signal } from "../vendor/vendor.js";
import { matching } from "./commands.js";
import { draftOf, EMPTY, lastOf, remember, setDraft } from "./drafts.js";
import { failed } from "./failed.js";
import { begun, checked, fieldOf, isEmpty, placed, renewed, textOf } from "./filling.js";
import { known, mentionables } from "./known.js";
import { LONGEST_MESSAGE, sent } from "./mentions.js";
import { optionAt, placeOf, placeToFill, TAIL, TEXT } from "./places.js";
import { parsed, spread } from "./whole_text.js";

const NO_ANSWER = "The bot didn't answer.";

/** What one person types in one channel, and what becomes of it. */
export class Desk {
  #id;
  #person;
  #channel;

  /** @param {string} id the key of the draft, as in drafts.js */
  constructor(id, person, channel, catalog) {
    this.#id = id;
    this.#person = person;
    this.#channel = channel;
    this.catalog = catalog;
    /** The options (and the end) whose mistakes are shown. */
    this.told = signal(new Set());
    /** Why this message can't be sent, until it is changed: {draft, why}. */
    this.problem = signal(null);
    /** Where the focus should be, {place, caret}; a new object each time. */
    this.wanted = signal(null);
    /** What a screen reader hears. */
    this.spoken = signal("");
  }

  get draft() {
    return draftOf(this.#id).peek();
  }

  /** Change the draft; with a place the focus goes there, the caret to its end or where it is told. */
  set(draft, place, caret) {
    setDraft(this.#id, draft);
    if (place !== undefined) this.wanted.value = { place, caret };
  }

  tell(sentence) {
    this.spoken.value = sentence;
  }

  /** Take a command; `rest` is what was typed behind its name. */
  choose(leaf, rest = "") {
    this.#start({ leaf, ...spread(leaf.options, rest, new Set()) });
  }

  /** Put a command into the composer, whatever was there before. */
  async compose(words) {
    const { leaves } = await this.catalog.load();
    const leaf = leaves.find((one) => one.words === words);
    remember(this.#person.id, this.draft);
    if (leaf) this.choose(leaf);
    else this.set({ kind: "text", text: `/${words} `, marks: [] }, TEXT);
  }

  /** A pasted command in its whole text form becomes one with fields. */
  async paste(text) {
    if (!text.startsWith("/")) return;
    const { leaves } = await this.catalog.loaded();
    const found = this.draft.text === text ? parsed(leaves, text) : null;
    if (found !== null) this.#start(found);
  }

  #start({ leaf, given, extra }) {
    const filling = begun(leaf, given, extra);
    this.told.value = new Set(given.map(({ name }) => name));
    this.set(filling, placeToFill(filling));
  }

  /** Send what is there, if it can be sent. */
  send() {
    const { draft } = this;
    return draft.kind === "command" ? this.sendFilling(draft, TAIL) : this.sendText();
  }

  /** Send a text, be it a message or a whole command; what is only the beginning of a command is completed. */
  async sendText() {
    const { draft } = this;
    if (draft.text.trim() === "") return;
    if (!draft.text.startsWith("/")) return this.#sendMessage(draft);
    const meant = await this.#meant(draft);
    // A second Enter may have waited for the commands beside the first, which has sent it.
    if (this.draft !== draft) return;
    if (meant?.found) await this.sendFilling(begun(meant.found.leaf, meant.found.given, meant.found.extra), TAIL);
    else if (meant?.like) this.choose(meant.like);
    else if (meant) await this.#sendMessage(draft);
  }

  /** Make the command that a text is, or begins, into one with fields. */
  async chooseText() {
    const meant = await this.#meant(this.draft);
    if (meant?.found) this.#start(meant.found);
    else if (meant?.like) this.choose(meant.like);
  }

  /** What a text with a slash means once the commands are there; null if that can't be said, or it has changed. */
  async #meant(draft) {
    const { state, leaves } = await this.catalog.loaded();
    if (this.draft !== draft || state === "failed") return null;
    const found = parsed(leaves, draft.text);
    return { found, like: found === null ? matching(leaves, draft.text)[0]?.leaves[0] : undefined };
  }

  #sendMessage(draft) {
    const text = sent(draft, mentionables.peek());
    const over = [...text].length - LONGEST_MESSAGE;
    if (over > 0) {
      this.problem.value = {
        draft,
        why: `A message can have at most 2,000 characters; this one has ${over} too many.`,
      };
      return;
    }
    this.#clear();
    return this.#deliver(draft, () => say(this.#channel.id, text));
  }

  /** Send a command, or show what is wrong with it; `from` is the place in which Enter was pressed. */
  sendFilling(filling, from) {
    const full = filling.tail.trim() === "" ? { ...filling, tail: "" } : placed(filling).filling;
    const { options, wrong } = checked(full, known.peek());
    if (wrong.size > 0 || full.tail !== "") return this.#refuse(full, wrong, from);
    remember(this.#person.id, full);
    this.#clear();
    return this.#deliver(full, () => runCommand(this.#channel.id, full.leaf.words, options));
  }

  #refuse(filling, wrong, from) {
    // Enter in one field leads on to the next empty one, without a reproach for not having filled it in yet.
    const isTold = (name) => from === TAIL || from === placeOf(name) || !isEmpty(fieldOf(filling, name));
    const told = [...wrong.keys()].filter(isTold);
    const [first] = wrong.keys();
    this.told.value = new Set([...this.told.peek(), ...told, TAIL]);
    this.set(filling, first === undefined ? TAIL : placeOf(first));
    if (told.includes(first)) this.tell(wrong.get(first));
  }

  #clear() {
    this.told.value = new Set();
    this.set(EMPTY, TEXT);
  }

  async #deliver(draft, deed) {
    try {
      const answer = await deed();
      if (answer?.outcome === "failed") failed(this.#id, NO_ANSWER, draft);
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      failed(this.#id, refused.message, draft);
    }
  }

  /** Leave the command, which stays as text or can be brought back. */
  leave(asText) {
    const { draft } = this;
    if (!asText && draft.fields.some((field) => !isEmpty(field))) remember(this.#person.id, draft);
    this.#clear();
    if (asText) this.set({ kind: "text", text: textOf(draft), marks: [] }, TEXT);
  }

  /** Bring back what was sent or given up last. */
  back() {
    const last = lastOf(this.#person.id);
    if (last !== null) this.restore(last);
  }

  restore(draft) {
    if (this.draft !== draft) remember(this.#person.id, this.draft);
    this.told.value = new Set();
    this.set(draft, draft.kind === "text" ? TEXT : placeToFill(draft));
    this.renew();
  }

  /** A command that was kept is described by the bot anew: it may take other options now. */
  async renew() {
    if (this.draft.kind !== "command") return;
    const { leaves } = await this.catalog.load();
    const { draft } = this;
    const leaf = leaves.find(({ words }) => words === draft.leaf?.words);
    if (leaf && JSON.stringify(leaf) !== JSON.stringify(draft.leaf)) this.set(renewed(draft, leaf));
  }

  /** The focus left a place: what is wrong there may be said now. */
  left(place) {
    const name = optionAt(place);
    const field = this.draft.kind === "command" ? fieldOf(this.draft, name) : undefined;
    if (field && !isEmpty(field)) this.told.value = new Set([...this.told.peek(), name]);
  }

  /** Ask the bot what it offers for an option, given the values of the others; files are sent with the command only. */
  complete(name, typed) {
    const { options } = checked(this.draft, known.peek());
    const others = Object.entries(options).filter(([other, value]) => other !== name && typeof value !== "object");
    return complete(this.#channel.id, this.draft.leaf.words, name, typed, Object.fromEntries(others));
  }
}
