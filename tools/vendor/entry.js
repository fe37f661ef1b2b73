/** What the playground's page imports from `vendor/vendor.js`. */

import htm from "htm";
import { Component, h } from "preact";

import "@preact/signals";

export { batch, computed, effect, signal, untracked } from "@preact/signals";
export { parse as markdownParse, rules, rulesExtended, SimpleMarkdown } from "discord-markdown-parser";
export { createContext, Fragment, render } from "preact";
export {
  useCallback,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "preact/hooks";

/** Templates with the syntax of JSX: html`<p class=${name}>${text}</p>`. */
export const html = htm.bind(h);

const differ = (one, other) =>
  Object.keys(one).length !== Object.keys(other).length || Object.keys(one).some((key) => one[key] !== other[key]);

/** A component that is drawn again only when one of its props is another one. */
export function memo(component) {
  return class Memo extends Component {
    shouldComponentUpdate(next) {
      return differ(this.props, next);
    }

    render(props) {
      return h(component, props);
    }
  };
}
