/** What is hidden until it is asked for. */

import { html, useEffect, useRef, useState } from "./vendor/vendor.js";

/** Part of a text. It flows with its line, so it is no button element, but it works as one. */
export function TextSpoiler({ children }) {
  const [shown, setShown] = useState(false);
  if (shown) return html`<span class="spoiler shown">${children}</span>`;
  const reveal = (event) => {
    event.preventDefault();
    event.stopPropagation();
    setShown(true);
  };
  const onKeyDown = (event) => {
    if (event.key === "Enter" || event.key === " ") reveal(event);
  };
  return html`<span
    class="spoiler"
    role="button"
    tabindex="0"
    aria-label="Spoiler, show it"
    onClick=${reveal}
    onKeyDown=${onKeyDown}
    ><span inert>${children}</span></span
  >`;
}

/** Something large, covered until it is revealed; the focus goes to what was behind the cover. */
export function CoverSpoiler({ covers, children }) {
  const [shown, setShown] = useState(!covers);
  const inside = useRef(null);
  const revealed = useRef(false);
  useEffect(() => {
    if (shown && revealed.current) inside.current.focus();
  }, [shown]);
  if (!covers) return children;
  const reveal = () => {
    revealed.current = true;
    setShown(true);
  };
  return html`<div class="cover ${shown ? "shown" : ""}">
    <div class="cover-inside" ref=${inside} tabindex="-1" inert=${!shown}>${children}</div>
    ${shown ? null : html`<button type="button" class="cover-button" onClick=${reveal}><span>Spoiler</span></button>`}
  </div>`;
}
