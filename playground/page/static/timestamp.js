/** Times as Discord writes them, by the playground's clock and in English, on a clock of 24 hours. */

import { now } from "./store.js";
import { computed, html, useMemo } from "./vendor/vendor.js";

const LOCALE = navigator.language.startsWith("en") ? navigator.language : "en-GB";
const LATEST = 8.64e12;
const DAY = 86_400;
const MONTH = 30.44 * DAY;
const YEAR = 365.25 * DAY;

const formatOf = (parts) => new Intl.DateTimeFormat(LOCALE, { ...parts, hourCycle: "h23" });

const STYLES = {
  t: formatOf({ timeStyle: "short" }),
  T: formatOf({ timeStyle: "medium" }),
  d: formatOf({ dateStyle: "short" }),
  D: formatOf({ dateStyle: "long" }),
  f: formatOf({ dateStyle: "long", timeStyle: "short" }),
  F: formatOf({ dateStyle: "full", timeStyle: "short" }),
  s: formatOf({ dateStyle: "short", timeStyle: "short" }),
  S: formatOf({ dateStyle: "short", timeStyle: "medium" }),
};
const RELATIVE = new Intl.RelativeTimeFormat(LOCALE, { numeric: "always" });
const UNITS = [
  { unit: "second", seconds: 1, below: 60 },
  { unit: "minute", seconds: 60, below: 60 },
  { unit: "hour", seconds: 3600, below: 24 },
  { unit: "day", seconds: DAY, below: 30 },
  { unit: "month", seconds: MONTH, below: 12 },
  { unit: "year", seconds: YEAR, below: Number.POSITIVE_INFINITY },
];

const dayOf = (seconds) => new Date(seconds * 1000).setHours(0, 0, 0, 0);
const today = computed(() => dayOf(now.value));

/** A time in one of Discord's styles: t, T, d, D, f, F, s or S. One that no calendar has is called so. */
export function written(seconds, style) {
  return Math.abs(seconds) <= LATEST ? STYLES[style].format(seconds * 1000) : "at no time";
}

/** How far away a time is: "in 14 seconds", "2 hours ago". */
export function distance(seconds, from) {
  const away = Math.round(seconds - from);
  if (away === 0) return "now";
  const fits = UNITS.find((one) => Math.round(Math.abs(away) / one.seconds) < one.below);
  return RELATIVE.format(Math.sign(away) * Math.round(Math.abs(away) / fits.seconds), fits.unit);
}

/** A time in a text, `at` in seconds since the epoch; style R counts by itself. */
export function Timestamp({ at, style = "f" }) {
  const text = useMemo(
    () => computed(() => (style === "R" ? distance(at, now.value) : written(at, style))),
    [at, style],
  );
  return html`<time class="timestamp" datetime=${new Date(at * 1000).toISOString()} title=${written(at, "F")}>
    ${text.value}
  </time>`;
}

/** When a message was sent: the time alone for today, else with its day. `sent` is Discord's ISO text. */
export function SentAt({ sent, short = false }) {
  const at = Date.parse(sent) / 1000;
  const text = useMemo(() => computed(() => sentAt(at, today.value, short)), [at, short]);
  return html`<time class="sent-at" datetime=${sent} title=${written(at, "F")}>${text.value}</time>`;
}

function sentAt(at, midnight, short) {
  const time = written(at, "t");
  const day = dayOf(at);
  if (short || day === midnight) return time;
  if (day === dayOf(midnight / 1000 - DAY / 2)) return `Yesterday at ${time}`;
  return `${written(at, "d")} ${time}`;
}
