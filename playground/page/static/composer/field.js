/** One option of a command being filled in: its name, its value, and what can be picked for it. */

import { Icon } from "../shell/icons.js";
import { html, useEffect, useRef, useState } from "../vendor/vendor.js";
import { useCompletion } from "./completion.js";
import { counted } from "./counts.js";
import { known } from "./known.js";
import { boxOf, List, useMark } from "./list.js";
import { bounds } from "./options.js";
import { placeOf } from "./places.js";
import { called, fitting, INTEGER, itemsFor, NUMBER } from "./suggestions.js";

const MOST_ITEMS = 25;

/**
 * @param {{desk: import("./desk.js").Desk, option: object, field: object, why: string | undefined, isFocused: boolean,
 *   onText: (text: string) => void, onPick: (item: object, by: string) => void, onRemove: () => void,
 *   onKey: (event: KeyboardEvent) => void}} props `why` is what is wrong with the value, to be shown; `by` is the key
 *   that picked, or "mouse"; `onKey` gets the keys that the list has no use for
 */
export function Field({ desk, option, field, why, isFocused, onText, onPick, onRemove, onKey }) {
  const id = `composer-option-${option.name}`;
  const offer = useOffer(desk, option, field, isFocused);
  const [closedFor, setClosedFor] = useState(null);
  const items = isFocused && closedFor !== field.text ? offer.items : [];
  const { item, mark, move } = useMark(field.text, items, offer.byItself);
  useTold(isFocused, aboutOf(option), offer.said, desk);

  const onInput = ({ target }) => {
    setClosedFor(null);
    onText(target.value);
  };
  const onKeyDown = (event) => {
    if (event.isComposing) return;
    const { key, shiftKey } = event;
    const isPick = (key === "Enter" || key === "Tab") && !shiftKey && item !== null;
    if (isPick) onPick(item, key);
    else if (items.length > 0 && key === "ArrowDown") move(1);
    else if (items.length > 0 && key === "ArrowUp") move(-1);
    else if (items.length > 0 && key === "Escape") setClosedFor(field.text);
    else return onKey(event);
    event.preventDefault();
    event.stopPropagation();
  };
  const list = offer.isList ? boxOf(`${id}-list`, items, item) : {};
  return html`
    ${
      isFocused &&
      html`
      <div class="composer-popup">
        <${About} option=${option} />
        ${offer.note && html`<p class="composer-note">${offer.note}</p>`}
        ${
          items.length > 0 &&
          html`
          <${List} id=${`${id}-list`} label=${`Options for ${option.name}`} groups=${[{ items }]} marked=${item}
            onMark=${mark} onPick=${(picked) => onPick(picked, "mouse")} />
        `
        }
      </div>
    `
    }
    <${Pill} option=${option} why=${why} id=${id} onRemove=${onRemove}>
      <span class="composer-grow" data-text=${field.text}>
        <input id=${id} data-place=${placeOf(option.name)} value=${field.text} size="1" autocomplete="off"
          spellcheck=${false} inputmode=${keyboardFor(option)} aria-required=${option.required ? "true" : undefined}
          aria-invalid=${why ? "true" : undefined} aria-describedby=${why ? `${id}-why` : undefined}
          ...${list} onInput=${onInput} onKeyDown=${onKeyDown} onBlur=${() => setClosedFor(null)} />
      </span>
    <//>
  `;
}

/** What stands around a value: the name of its option, a way to take it out again, what is wrong. */
export function Pill({ option, why, id, onRemove, children }) {
  return html`
    <div class=${why ? "composer-field composer-wrong" : "composer-field"}>
      <div class="composer-pill">
        <label class="composer-field-name" for=${id}>${option.name}</label>
        ${children}
        ${
          !option.required &&
          html`
          <button type="button" class="composer-close" tabindex="-1" aria-label=${`Remove ${option.name}`}
            onClick=${onRemove}><${Icon} name="close" /></button>
        `
        }
      </div>
      ${why && html`<span class="composer-why" id=${`${id}-why`}>${why}</span>`}
    </div>
  `;
}

/** The option's name and what it is for. */
export function About({ option }) {
  const wanted = bounds(option);
  return html`
    <p class="composer-about">
      <b>${option.name}</b> ${option.description}
      ${wanted && html`<span class="composer-bounds">${wanted}</span>`}
      ${!option.required && html`<span class="composer-bounds">optional</span>`}
    </p>
  `;
}

/** The same as a sentence. */
export function aboutOf(option) {
  const wanted = bounds(option);
  const parts = [
    option.description,
    wanted && `${wanted[0].toUpperCase()}${wanted.slice(1)}`,
    !option.required && "Optional",
  ];
  const said = parts.filter(Boolean).map((part) => (/[.?:]$/u.test(part) ? part : `${part}.`));
  return `${option.name}: ${said.join(" ")}`;
}

/** Say what an option is for when its field is entered, and then only what changes. */
export function useTold(isFocused, about, said, desk) {
  const wasTold = useRef(false);
  useEffect(() => {
    if (isFocused) desk.tell(wasTold.current ? said : [about, said].filter(Boolean).join(" "));
    wasTold.current = isFocused;
  }, [isFocused, said]);
}

/** What can be picked now, and which of it is marked by itself. */
function useOffer(desk, option, field, isFocused) {
  const isAsked = Boolean(option.autocomplete);
  const answer = useCompletion(isAsked && isFocused, field.text, (typed) => desk.complete(option.name, typed));
  const all = isAsked ? null : itemsFor(option, known.value);
  if (!isFocused) return { isList: isAsked || all !== null, items: [], byItself: null, note: "", said: "" };
  if (isAsked) return asked(answer, field);
  if (all === null) return { isList: false, items: [], byItself: null, note: "", said: "" };
  const items = (field.picked === null ? fitting(all, field.text) : all).slice(0, MOST_ITEMS);
  return offered(items, field.picked === null ? items[0] : null, items.length === 0 ? "No options match." : "");
}

function asked({ state, items, typed }, field) {
  const isFresh = state === "ready" && typed === field.text;
  if (!isFresh) return offered(items, null, state === "failed" ? "Loading options failed." : "Loading options…");
  const sought = field.text.trim().toLowerCase();
  const first = items[0]?.name.toLowerCase().includes(sought) ? items[0] : null;
  const byItself = field.picked === null ? (called(items, field.text)[0] ?? first) : null;
  return offered(items, byItself, items.length === 0 ? "No options match." : "");
}

function offered(items, byItself, note) {
  const said = note || `${counted(items.length, "option")}.`;
  return { isList: true, items, byItself: byItself?.key ?? null, note, said };
}

function keyboardFor({ type, autocomplete }) {
  if (autocomplete) return undefined;
  return { [INTEGER]: "numeric", [NUMBER]: "decimal" }[type];
}
