/** Light, dark, or as the system has it. Runs before the first drawing, so that no wrong colours flash up. */

import { keep, kept } from "./kept.js";

const NAME = "shadowport.theme";
const THEMES = ["auto", "light", "dark"];

/** @returns {"auto" | "light" | "dark"} what was chosen in this browser */
export function keptTheme() {
  const theme = kept(NAME);
  return THEMES.includes(theme) ? theme : "auto";
}

/** @param {"auto" | "light" | "dark"} theme shown now, and kept for the next time */
export function wear(theme) {
  keep(NAME, theme);
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

wear(keptTheme());
