/**
 * What reaches the composer from elsewhere on the page: typing that nothing else takes, and commands in messages.
 * Layout effects hear of it: others would still be listening for a frame after their composer was taken away.
 */

import { useLayoutEffect } from "../vendor/vendor.js";

const TAKES_TYPING = "input, textarea, select, [contenteditable]:not([contenteditable=false])";
const TAKES_LETTERS = ["combobox", "listbox", "menu", "menubar", "tree", "grid", "radiogroup", "dialog"]
  .map((role) => `[role=${role}]`)
  .join();

/**
 * Bring the focus to the composer before a typed character or a paste arrives, so that it arrives there.
 *
 * @param {() => void} focus
 */
export function useTypingAnywhere(focus) {
  useLayoutEffect(() => {
    const onKeyDown = (event) => {
      if (!event.defaultPrevented && isText(event) && isFree(document.activeElement)) focus();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  });
}

function isText(event) {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (event.isComposing) return false;
  if ((ctrlKey || metaKey) && !altKey) return key.toLowerCase() === "v";
  const isPlain = !altKey && !ctrlKey && !metaKey;
  return (isPlain || event.getModifierState("AltGraph")) && [...key].length === 1 && key !== " ";
}

function isFree(element) {
  if (document.querySelector("dialog[open]:modal")) return false;
  return element === null || !(element.matches(TAKES_TYPING) || element.closest(TAKES_LETTERS));
}

/**
 * Hear of commands that were pressed in a message.
 *
 * @param {(words: string) => void} compose gets "pilok open"
 */
export function useComposed(compose) {
  useLayoutEffect(() => {
    const onCompose = ({ detail }) => compose(detail.words);
    document.addEventListener("compose", onCompose);
    return () => document.removeEventListener("compose", onCompose);
  });
}
