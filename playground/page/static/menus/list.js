/** The list of a menu, in the top layer beside its face. */

import { Avatar } from "../avatar.js";
import { Emoji } from "../emoji.js";
import { Sign } from "../message/signs.js";
import { Icon } from "../shell/icons.js";
import { html, useEffect, useRef } from "../vendor/vendor.js";
import { usePlace } from "./placing.js";

/**
 * @param {{id: string, name: string, face: object, picking: object, chosen: string[], low: number, high: number}} props
 *   `face` is a ref of what the list stands beside, `picking` what usePicking returned
 */
export function List({ id, name, face, picking, chosen, low, high }) {
  const list = useRef(null);
  const { active, listed, choose } = picking;
  usePlace(list, face);
  useEffect(() => {
    list.current.querySelector(".active")?.scrollIntoView({ block: "nearest" });
  }, [active]);
  const keepFocus = (event) => event.preventDefault();
  return html`<div class="picker-list" popover="manual" ref=${list} onMouseDown=${keepFocus}>
    ${high > 1 ? html`<p class="picker-bounds">${boundsInWords(low, high, chosen.length)}</p>` : null}
    <div id="${id}list" class="picker-options" role="listbox" aria-label=${name} aria-multiselectable=${high > 1 ? "true" : null}>
      ${listed.map(
        (choice, at) => html`<${Option}
          key=${choice.value}
          id="${id}${at}"
          choice=${choice}
          isActive=${at === active}
          isChosen=${chosen.includes(choice.value)}
          isFull=${high > 1 && chosen.length >= high}
          several=${high > 1}
          onChoose=${() => choose(at)}
        />`,
      )}
    </div>
    ${listed.length ? null : html`<p class="picker-nothing" role="status">Nothing matches.</p>`}
  </div>`;
}

function Option({ id, choice, isActive, isChosen, isFull, several, onChoose }) {
  return html`<div
    id=${id}
    role="option"
    class="picker-option ${isActive ? "active" : ""}"
    aria-selected=${isChosen}
    aria-disabled=${isFull && !isChosen ? "true" : null}
    onClick=${onChoose}
  >
    <${ChoiceSign} choice=${choice} />
    <span class="picker-words">
      <span class="picker-label">${choice.label}</span>
      ${choice.description ? html`<span class="picker-description">${choice.description}</span>` : null}
    </span>
    <span class="picker-mark ${several ? "box" : ""}" aria-hidden="true">
      ${isChosen ? html`<${Icon} name="check" />` : null}
    </span>
  </div>`;
}

/** What stands before a choice: initials, an icon or an emoji, or nothing. */
export function ChoiceSign({ choice }) {
  if (choice.person) return html`<${Avatar} id=${choice.value} name=${choice.label} />`;
  if (choice.icon === "role") return html`<${Sign} name="role" />`;
  if (choice.icon) return html`<${Icon} name=${choice.icon} />`;
  return html`<${Emoji} emoji=${choice.emoji} />`;
}

function boundsInWords(low, high, count) {
  const range = low === high ? `${high}` : low === 0 ? `up to ${high}` : `${low} to ${high}`;
  return `Choose ${range}. ${count} chosen.`;
}
