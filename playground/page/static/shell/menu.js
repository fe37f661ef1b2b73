/** A button that opens a short list of things to do or to choose. */

import { usePlace } from "../menus/placing.js";
import { html, useId, useLayoutEffect, useRef, useState } from "../vendor/vendor.js";
import { Icon } from "./icons.js";
import { ledTo } from "./roving.js";

/** @typedef {{name: string, icon?: string, isChosen?: boolean, run?: () => void}} Item `isChosen` makes it one of several
 *   to choose from; without `run` it is only read */

/**
 * @param {{label: string, heading?: string, icon: string, items: Item[] | (() => Promise<Item[]>)}} props `items` that
 *   are asked for each time the menu opens are a function; the button looks like its children, if there are any
 */
export function MenuButton({ label, heading, icon, items, children }) {
  const [isOpen, setOpen] = useState(false);
  const [asked, setAsked] = useState([]);
  const place = useRef(null);
  const id = useId();
  const open = async () => {
    if (typeof items === "function") setAsked(await items());
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    place.current.querySelector("[aria-haspopup]").focus();
  };
  useLayoutEffect(() => {
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
    open();
  };
  return html`<div class="menu-place" ref=${place}>
    <button
      type="button"
      class=${children ? "menu-name" : "icon-button"}
      aria-haspopup="menu"
      aria-expanded=${isOpen}
      aria-controls=${isOpen ? id : undefined}
      aria-label=${label}
      title=${label}
      onClick=${() => (isOpen ? setOpen(false) : open())}
      onKeyDown=${opened}
    >
      ${children ?? html`<${Icon} name=${icon} />`}
    </button>
    ${isOpen && html`<${Menu} ...${{ id, label, heading, place }} items=${Array.isArray(items) ? items : asked} onClose=${close} />`}
  </div>`;
}

function Menu({ id, label, heading, place, items, onClose }) {
  const list = useRef(null);
  usePlace(list, place, { isAsWide: false });
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
  return html`<div class="menu" id=${id} popover="manual" role="menu" aria-label=${heading ?? label} ref=${list} onKeyDown=${pressed}>
    ${heading && html`<p class="menu-heading" aria-hidden="true">${heading}</p>`}
    ${items.map(
      (item) =>
        html`<${MenuItem}
          key=${item.name}
          ...${item}
          run=${
            item.run &&
            (() => {
              onClose();
              item.run();
            })
          }
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
    aria-disabled=${run ? undefined : "true"}
    tabindex="-1"
    onClick=${run}
  >
    ${icon && html`<${Icon} name=${icon} />`}<span>${name}</span>${isChosen && html`<${Icon} name="check" />`}
  </button>`;
}
