/** Keys that work everywhere on the page. */

import { playAs } from "../session.js";
import { people } from "../store.js";
import { switches } from "./quick_switcher.js";

const FIRST =
  ":is(a[href], button, input, select, textarea, summary, [contenteditable='true'], [tabindex='0']):not(:disabled, [tabindex='-1'])";

function pressed(event) {
  if (document.querySelector("dialog[open]")) return;
  const digit = /^Digit([1-9])$/u.exec(event.code)?.[1];
  if (event.altKey && !event.ctrlKey && !event.metaKey && digit) {
    const person = people.value[digit - 1];
    if (person) playAs(person);
  } else if (event.key === "F6") {
    focusRegion(event.shiftKey ? -1 : 1);
  } else if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k") {
    switches.value = true;
  } else return;
  event.preventDefault();
}

/** From the region that has the focus to the next one in which something can have it. */
function focusRegion(step) {
  const regions = [...document.querySelectorAll("[data-region]")].filter((region) => startOf(region));
  const place = regions.findIndex((region) => region.contains(document.activeElement));
  const next = place < 0 ? (step > 0 ? 0 : -1) : (place + step) % regions.length;
  const region = regions.at(next);
  if (region) startOf(region).focus();
}

function startOf(region) {
  const start = region.querySelector("[data-current] [data-message], [aria-current]");
  return start ?? [...region.querySelectorAll(FIRST)].find((element) => element.checkVisibility()) ?? null;
}

document.addEventListener("keydown", pressed);
