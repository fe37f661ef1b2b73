/** Where people write: messages, and slash commands as a Discord user types them. */

import { useComposed, useTypingAnywhere } from "./composer/anywhere.js";
import { catalogOf } from "./composer/catalog.js";
import { CommandLine } from "./composer/command_line.js";
import { Desk } from "./composer/desk.js";
import { draftOf, keyOf } from "./composer/drafts.js";
import { Failed } from "./composer/failed.js";
import { keepFocus } from "./composer/list.js";
import { TAIL, TEXT } from "./composer/places.js";
import { TextBox } from "./composer/text_box.js";
import { me, placeName } from "./store.js";
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "./vendor/vendor.js";

/**
 * The composer of a channel, for the person of this tab.
 *
 * @param {{channel: import("./store.js").Channel | null}} props
 */
export function Composer({ channel }) {
  const person = me.value;
  if (!channel || !person) return null;
  const name = placeName(channel);
  if (!channel.may_write) return html`<p class="composer composer-closed">You can't write in ${name}.</p>`;
  const id = keyOf(person, channel);
  return html`<${Open} key=${id} id=${id} person=${person} channel=${channel} label=${`Message ${name}`} />`;
}

function Open({ id, person, channel, label }) {
  const root = useRef(null);
  const desk = useMemo(() => new Desk(id, person, channel, catalogOf(id, channel.id)), [id]);
  const draft = draftOf(id).value;
  const [focused, setFocused] = useState(null);
  const asksForCommands = draft.kind === "text" && draft.text.startsWith("/");
  useEffect(() => {
    if (asksForCommands) desk.catalog.load();
  }, [asksForCommands]);
  useEffect(() => {
    desk.renew();
  }, [desk]);
  useWantedFocus(root, desk.wanted.value);
  useKeptFocus(root);
  useTypingAnywhere(() => focusEnd(placesIn(root).find(({ dataset }) => [TEXT, TAIL].includes(dataset.place))));
  useComposed((words) => desk.compose(words));

  const onFocusIn = ({ target }) => setFocused(target.dataset.place ?? null);
  const onFocusOut = ({ target, currentTarget, relatedTarget }) => {
    // Whatever had the focus loses it too when the composer is taken away, and then `root` is empty already.
    if (!currentTarget.contains(relatedTarget)) setFocused(null);
    desk.left(target.dataset.place);
  };
  const problem = desk.problem.value?.draft === draft ? desk.problem.value.why : null;
  return html`
    <div ref=${root} class="composer" onFocusIn=${onFocusIn} onFocusOut=${onFocusOut}>
      <${Failed} id=${id} onAgain=${(old) => desk.restore(old)} onClosed=${() => focusEnd(placesIn(root).at(-1))} />
      ${problem && html`<p class="composer-problem" role="alert">${problem}</p>`}
      <div class="composer-box">
        ${
          draft.kind === "command"
            ? html`<${CommandLine} desk=${desk} filling=${draft} label=${label} focused=${focused} />`
            : html`<${TextBox} desk=${desk} draft=${draft} label=${label} isFocused=${focused === TEXT} />`
        }
        <button type="button" class="composer-send" aria-label="Send" onMouseDown=${keepFocus}
          disabled=${draft.kind === "text" && draft.text.trim() === ""} onClick=${() => desk.send()}>
          <${Plane} />
        </button>
      </div>
      <p class="unseen" role="status">${desk.spoken.value}</p>
    </div>
  `;
}

function Plane() {
  return html`
    <svg class="icon" viewBox="0 0 20 20" width="20" height="20" fill="currentColor" aria-hidden="true">
      <path d="M3 3.5 17.5 10 3 16.5l1.8-5.3L11 10 4.8 8.8z" />
    </svg>
  `;
}

/** Bring the focus where the desk wants it, once that is drawn. */
function useWantedFocus(root, wanted) {
  useLayoutEffect(() => {
    if (wanted === null) return;
    const places = placesIn(root);
    focusEnd(places.find(({ dataset }) => dataset.place === wanted.place) ?? places.at(-1), wanted.caret);
  }, [wanted]);
}

let lostFocus = false;

/** Whoever types stays here when the composer becomes another channel's or another person's. */
function useKeptFocus(root) {
  useLayoutEffect(() => {
    const element = root.current;
    if (lostFocus && document.activeElement === document.body) focusEnd(placesIn(root).at(-1));
    lostFocus = false;
    return () => {
      lostFocus = element.contains(document.activeElement);
    };
  }, []);
}

function placesIn(root) {
  return [...root.current.querySelectorAll("[data-place]")];
}

function focusEnd(element, caret = element?.value?.length) {
  element?.focus();
  if (element?.setSelectionRange) element.setSelectionRange(caret, caret);
}
