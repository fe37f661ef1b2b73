/** Line drawings of 20 by 20. They are decoration: whatever they stand for is said in words too. */

import { html } from "../vendor/vendor.js";

const PATHS = {
  hash: "M7.5 3 6 17M14 3l-1.5 14M3.5 7.5h13.5M3 12.5h13.5",
  thread: "M4 4h12v8.5H9L5.5 15.5V12.5H4zM7 7.3h6M7 9.5h4",
  person: "M10 3.5a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4zM3.5 16.5c.7-3 3.2-4.5 6.5-4.5s5.8 1.5 6.5 4.5",
  lock: "M5 9h10v7.5H5zM7 9V6.5a3 3 0 0 1 6 0V9",
  sound: "M3 8v4h3l4 3.5v-11L6 8zM13 7.5a3.5 3.5 0 0 1 0 5M15 5a7 7 0 0 1 0 10",
  list: "M3 5.5h14M3 10h14M3 14.5h9",
  close: "M5 5l10 10M15 5 5 15",
  down: "m5.5 8 4.5 4.5L14.5 8",
  newest: "M10 4v11M5.5 10.5 10 15l4.5-4.5",
  newTab: "M8 4.5H4.5v11h11V12M11.5 4.5h4v4M15.5 4.5 9.5 10.5",
  dice: "M4 6.5 10 3.5l6 3v7l-6 3-6-3zM4 6.5l6 3 6-3M10 9.5v7",
  auto: "M10 3.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13z",
  light:
    "M10 7a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM10 2.5v1.5M10 16v1.5M2.5 10H4M16 10h1.5M4.7 4.7l1 1M14.3 14.3l1 1M4.7 15.3l1-1M14.3 5.7l1-1",
  dark: "M15.8 12.3A6.5 6.5 0 0 1 7.7 4.2 6.5 6.5 0 1 0 15.8 12.3z",
  drawer: "M7.5 6 3.5 10l4 4M12.5 6l4 4-4 4",
  anew: "M16 10a6 6 0 1 1-1.8-4.2M16 3.5V7h-3.5",
  more: "M4.5 10h.01M10 10h.01M15.5 10h.01",
  crown: "M3.5 14.5h13M4 12.5 3 6.5l4 2.5 3-4.5 3 4.5 4-2.5-1 6z",
  search: "M9 4a5 5 0 1 0 0 10A5 5 0 0 0 9 4zM12.7 12.7 16.5 16.5",
  pause: "M7 5v10M13 5v10",
  play: "M7 5l8 5-8 5z",
  clear: "M5 6h10M8 6V4.5h4V6M6 6l.7 10h6.6L14 6",
  copy: "M7.5 7.5h8v9h-8zM12.5 7.5v-4h-8v9h3",
  check: "m4.5 10.5 3.5 3.5 7.5-8",
};

/** @param {{name: keyof PATHS}} props */
export function Icon({ name }) {
  return html`<svg
    class="icon"
    viewBox="0 0 20 20"
    width="20"
    height="20"
    fill="none"
    stroke="currentColor"
    stroke-width=${name === "more" ? 2.6 : 1.6}
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d=${PATHS[name]} />
    ${name === "auto" && html`<path d="M10 3.5a6.5 6.5 0 0 0 0 13z" fill="currentColor" />`}
  </svg>`;
}
