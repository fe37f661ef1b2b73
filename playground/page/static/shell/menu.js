/** A button that opens a short list of things to do or to choose. */

import { html, useEffect, useId, useLayoutEffect, useRef, useState } from "../vendor/vendor.js";
import { Icon } from "./icons.js";
import { ledTo } from "./roving.js";

/** @typedef {{name: string, icon: string, isChosen?: boolean, run: () => void}} Item `isChosen` makes it one of several
 *   to choose from */

/**
 * @param {{label: string, icon: string, items: Item[]}} props
 */
export function MenuButton({ label, icon, items }) {
  const [isOpen, setOpen] = useState(false);
  const place = useRef(null);
  const id = useId();
  const close = () => {
    setOpen(false);
    place.current.querySelector("[aria-haspopup]").focus();
  };
  useEffect(() => {
    if (!isOpen) return;
    const elsewhere = (event) => {
      if (!place.current.contains(event.target)) setOpen(false);
    };
    document.addEventListener("pointerdown", elsewhere);
    return () => document.removeEventListener("pointerdown", elsewhere);
  }, [isOpen]);
  const opened = (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    setOpen(true);
  };
  return html`<div class="menu-place" ref=${place}>
    <button
      type="button"
      class="icon-button"
      aria-haspopup="menu"
      aria-expanded=${isOpen}
      aria-controls=${isOpen ? id : undefined}
      aria-label=${label}
      title=${label}
      onClick=${() => setOpen(!isOpen)}
      onKeyDown=${opened}
    >
      <${Icon} name=${icon} />
    </button>
    ${isOpen && html`<${Menu} id=${id} label=${label} items=${items} onClose=${close} />`}
  </div>`;
}

function Menu({ id, label, items, onClose }) {
  const list = useRef(null);
  const entries = () => [...list.current.querySelectorAll("[role^=menuitem]")];
  useLayoutEffect(() => {
    (list.current.querySelector('[aria-checked="true"]') ?? entries()[0]).focus();
  }, []);
  const pressed = (event) => {
    const next = ledTo(event, entries(), { around: true });
    if (!next && event.key !== "Escape" && event.key !== "Tab") return;
    event.preventDefault();
    event.stopPropagation();
    if (next) next.focus();
    else onClose();
  };
  return html`<div class="menu" id=${id} role="menu" aria-label=${label} ref=${list} onKeyDown=${pressed}>
    ${items.map(
      (item) =>
        html`<${MenuItem}
          key=${item.name}
          ...${item}
          run=${() => {
            onClose();
            item.run();
          }}
        />`,
    )}
  </div>`;
}

function MenuItem({ name, icon, isChosen, run }) {
  const isChoice = isChosen !== undefined;
  return html`<button
    type="button"
    role=${isChoice ? "menuitemradio" : "menuitem"}
    aria-checked=${isChoice ? isChosen : undefined}
    tabindex="-1"
    onClick=${run}
  >
    <${Icon} name=${icon} /><span>${name}</span>${isChosen && html`<${Icon} name="check" />`}
  </button>`;
}
