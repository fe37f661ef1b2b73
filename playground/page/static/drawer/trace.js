/** What developers see of the traffic: the last requests and gateway events, and which of them are shown. */

import { keep, kept } from "../kept.js";
import { isMedium } from "../shell/screen.js";
import { computed, signal } from "../vendor/vendor.js";

const KEPT = 500;
const OPEN = "shadowport.drawer";

/** @typedef {{n: number, at: number, kind: "request" | "event" | "bot" | "problem" | "limit", title: string,
 *   status?: number, code?: number, limit?: string, body: any}} Entry */

/** What an entry can be, and how its filter is called. */
export const KINDS = [
  { kind: "request", name: "Requests", one: "request" },
  { kind: "event", name: "Events", one: "event" },
  { kind: "bot", name: "From the bot", one: "from the bot" },
  { kind: "limit", name: "Limits", one: "limit" },
  { kind: "problem", name: "Problems", one: "problem" },
];

/** Whether the drawer is open. It opens by itself only where it covers nothing. */
export const drawerOpen = signal(kept(OPEN) === "open" && !isMedium.value);
/** While it is paused the list stands still; what comes is shown when it goes on. */
export const paused = signal(false);
/** The kinds that are not shown. */
export const hidden = signal(new Set());
/** What a title or body has to hold to be shown; case doesn't matter. */
export const wanted = signal("");
/** The entry whose JSON is shown, or null. */
export const chosen = signal(null);

/** At most the last 500, oldest first. */
const entries = signal([]);
const standing = signal([]);
let newest = 0;

/** Take entries; those that are known already are left out. */
export function takeEntries(told) {
  const fresh = told.filter((entry) => entry.n > newest);
  if (fresh.length === 0) return;
  newest = fresh.at(-1).n;
  entries.value = [...entries.value, ...fresh].slice(-KEPT);
}

/** How many came since the list was paused. */
export const heldBack = computed(() => {
  if (!paused.value) return 0;
  const last = standing.value.at(-1)?.n ?? 0;
  return entries.value.filter((entry) => entry.n > last).length;
});

/** What is shown: the entries that pass the filters, oldest first. */
export const shown = computed(() => {
  const text = wanted.value.trim().toLowerCase();
  const from = paused.value ? standing.value : entries.value;
  return from.filter((entry) => !hidden.value.has(entry.kind) && (!text || searchable(entry).includes(text)));
});

const texts = new WeakMap();

function searchable(entry) {
  let text = texts.get(entry);
  if (text === undefined) {
    text = [entry.title, entry.status, entry.code, entry.limit, JSON.stringify(entry.body)].join(" ").toLowerCase();
    texts.set(entry, text);
  }
  return text;
}

export function pause(on) {
  standing.value = on ? entries.value : [];
  paused.value = on;
}

export function clear() {
  entries.value = [];
  standing.value = [];
  chosen.value = null;
}

/** Show the entries of a kind, or don't. */
export function toggleKind(kind) {
  const others = new Set(hidden.value);
  if (!others.delete(kind)) others.add(kind);
  hidden.value = others;
}

/** Open or close the drawer, also for the next time. */
export function openDrawer(on) {
  drawerOpen.value = on;
  keep(OPEN, on ? "open" : "closed");
}
