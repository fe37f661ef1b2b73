/** What happens in a menu: it opens, is filtered, has values chosen, and closes. */

import { useRef, useState } from "../vendor/vendor.js";
import { matching } from "./choices.js";
import { onMenuKey } from "./keys.js";

/**
 * @param {object} props those of a Picker
 * @returns {{isOpen: boolean, typed: string, active: number, listed: import("./choices.js").Choice[], input: object,
 *   open: (typed?: string) => void, close: () => void, choose: (at: number) => void, clear: () => void,
 *   onKeyDown: (event: KeyboardEvent) => void}} `active` is the place in `listed` that the keys have come to, or -1;
 *   `input` a ref of the element that takes the focus
 */
export function usePicking({ choices, chosen, low, high, disabled, waiting, onChange, onClose }) {
  const [typed, setTyped] = useState(null);
  const [active, setActive] = useState(-1);
  const input = useRef(null);
  const latest = useRef(chosen);
  latest.current = chosen;
  const isBlocked = disabled || waiting;
  const isOpen = typed !== null && !isBlocked;
  if (isBlocked && typed !== null) setTyped(null);
  const listed = isOpen ? matching(choices, typed) : [];

  const open = (text = "") => {
    if (isBlocked) return;
    input.current.focus();
    setTyped(text);
    setActive(text ? 0 : choices.findIndex((choice) => choice.value === chosen[0]));
  };
  const close = () => {
    if (!isOpen) return;
    setTyped(null);
    onClose?.(latest.current);
  };
  const change = (values) => {
    latest.current = values;
    onChange(values);
  };
  const choose = (at) => {
    const values = withChoice(chosen, listed[at].value, low, high);
    if (!values) return;
    setActive(at);
    change(values);
    if (high === 1) close();
  };
  const clear = () => {
    change([]);
    setTyped(null);
    onClose?.([]);
  };
  const undo = () => {
    if (isOpen && high > 1 && chosen.length) change(chosen.slice(0, -1));
  };
  const state = { isOpen, typed: typed ?? "", active, count: listed.length };
  const onKeyDown = (event) => onMenuKey(event, state, { open, close, choose, move: setActive, undo });
  return { isOpen, typed: typed ?? "", active, listed, input, open, close, choose, clear, onKeyDown };
}

/** The values after one was pressed; null where there are as many as there can be. */
function withChoice(chosen, value, low, high) {
  if (chosen.includes(value)) {
    if (high === 1) return low === 0 ? [] : chosen;
    return chosen.filter((one) => one !== value);
  }
  if (high === 1) return [value];
  return chosen.length < high ? [...chosen, value] : null;
}
