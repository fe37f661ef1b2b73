/** Light, dark, or as the system has it. Runs before the first drawing, so that no wrong colours flash up. */

const KEPT = "shadowport.theme";
const THEMES = ["auto", "light", "dark"];

/** @returns {"auto" | "light" | "dark"} what was chosen in this browser */
export function keptTheme() {
  const kept = localStorage.getItem(KEPT);
  return THEMES.includes(kept) ? kept : "auto";
}

/** @param {"auto" | "light" | "dark"} theme shown now, and kept for the next time */
export function wear(theme) {
  localStorage.setItem(KEPT, theme);
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

wear(keptTheme());
