/** The list above the composer: what can be picked, moved through by keyboard, mouse or touch. */

import { Avatar } from "../avatar.js";
import { html, useLayoutEffect, useRef, useState } from "../vendor/vendor.js";

/**
 * Which item is marked. A mark set by hand holds while the scope stays the same, also when the items are loaded anew.
 *
 * @param {string} scope what the items were found for
 * @param {{key: string}[]} items
 * @param {string | null} byItself the key of the item that is marked without anybody's doing
 * @returns {{item: object | null, mark: (key: string) => void, move: (steps: 1 | -1) => void}}
 */
export function useMark(scope, items, byItself) {
  const [marked, setMarked] = useState({ scope, key: null });
  const key = marked.scope === scope && marked.key !== null ? marked.key : byItself;
  const at = items.findIndex((item) => item.key === key);
  const mark = (next) => setMarked({ scope, key: next });
  const move = (steps) => {
    if (items.length === 0) return;
    const from = at < 0 && steps < 0 ? 0 : at;
    mark(items[(from + steps + items.length) % items.length].key);
  };
  return { item: items[at] ?? null, mark, move };
}

/** The attributes of the box that a list belongs to. */
export function boxOf(id, items, item) {
  const at = items.indexOf(item);
  return {
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-haspopup": "listbox",
    "aria-expanded": items.length > 0 ? "true" : "false",
    "aria-controls": items.length > 0 ? id : undefined,
    "aria-activedescendant": at < 0 ? undefined : `${id}-${at}`,
  };
}

/**
 * @param {{id: string, label: string, groups: {title?: string, about?: string, items: object[]}[],
 *   marked: object | null, onPick: (item: object) => void, onMark: (key: string) => void}} props items as in
 *   suggestions.js, with a `hint` behind the name if they have one
 */
export function List({ id, label, groups, marked, onPick, onMark }) {
  const list = useRef(null);
  useLayoutEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [marked?.key]);
  let count = 0;
  const row = (item) => {
    const at = count;
    count += 1;
    return html`<${Row} key=${item.key} id=${`${id}-${at}`} item=${item} isMarked=${item === marked}
      onPick=${onPick} onMark=${onMark} />`;
  };
  return html`
    <div ref=${list} id=${id} class="composer-list" role="listbox" aria-label=${label} onMouseDown=${keepFocus}>
      ${groups.map(({ title, about, items }) =>
        title === undefined
          ? items.map(row)
          : html`
              <div key=${title} class="composer-group" role="group" aria-label=${title}>
                ${about && html`<div class="composer-group-title" aria-hidden="true"><b>${title}</b> ${about}</div>`}
                ${items.map(row)}
              </div>
            `,
      )}
    </div>
  `;
}

function Row({ id, item, isMarked, onPick, onMark }) {
  return html`
    <div id=${id} class="composer-item" role="option" aria-selected=${isMarked ? "true" : "false"}
      onPointerMove=${() => !isMarked && onMark(item.key)} onClick=${() => onPick(item)}>
      <${Sign} item=${item} />
      <span class="composer-item-name">
        ${item.name}${item.hint && html` <span class="composer-item-hint">${item.hint}</span>`}
      </span>
      ${item.detail && html`<span class="composer-item-detail">${item.detail}</span>`}
    </div>
  `;
}

const SIGNS = { channel: "#", role: "@" };

function Sign({ item }) {
  if (item.kind === "person") return html`<${Avatar} id=${item.value} name=${item.name} />`;
  const sign = SIGNS[item.kind];
  return sign ? html`<span class="composer-item-sign" aria-hidden="true">${sign}</span>` : null;
}

/** The focus stays in the box while the list is pressed. */
export function keepFocus(event) {
  event.preventDefault();
}
