/** What is typed and not sent, for each person and channel; kept for this tab, also over a reload. */

import { signal } from "../vendor/vendor.js";

/** An empty text. A draft is this, or a Filling (see filling.js). */
export const EMPTY = { kind: "text", text: "", marks: [] };

const drafts = new Map();
const lasts = new Map();

/** Whose draft it is and where: what the functions below call `key`. */
export function keyOf(person, channel) {
  return `${person.id}:${channel.id}`;
}

/** The draft as it stands: a signal. */
export function draftOf(key) {
  if (!drafts.has(key)) drafts.set(key, signal(stored(`draft:${key}`) ?? EMPTY));
  return drafts.get(key);
}

export function setDraft(key, draft) {
  draftOf(key).value = draft;
  store(`draft:${key}`, isEmptyDraft(draft) ? null : draft);
}

/** What this person sent or gave up last, or null. */
export function lastOf(personId) {
  if (!lasts.has(personId)) lasts.set(personId, stored(`last:${personId}`));
  return lasts.get(personId);
}

/** Keep a draft, to be brought back; an empty one isn't kept. */
export function remember(personId, draft) {
  if (isEmptyDraft(draft)) return;
  lasts.set(personId, draft);
  store(`last:${personId}`, draft);
}

export function isEmptyDraft(draft) {
  return draft.kind === "text" && draft.text === "";
}

function stored(key) {
  try {
    const draft = JSON.parse(sessionStorage.getItem(key));
    return isDraft(draft) ? draft : null;
  } catch {
    return null;
  }
}

function store(key, draft) {
  try {
    if (draft === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(withoutFiles(draft)));
  } catch {
    // Without storage, or with a full one, drafts last as long as the page.
  }
}

function withoutFiles(draft) {
  if (draft.kind === "text") return draft;
  return { ...draft, fields: draft.fields.map((field) => ({ ...field, file: null })) };
}

/** Whether what was stored, perhaps by another version of the page, can be used. */
function isDraft(draft) {
  if (draft?.kind === "text") return typeof draft.text === "string" && Array.isArray(draft.marks);
  return (
    draft?.kind === "command" &&
    Array.isArray(draft.fields) &&
    typeof draft.tail === "string" &&
    draft.fields.every(({ name }) => draft.leaf.options.some((option) => option.name === name))
  );
}
