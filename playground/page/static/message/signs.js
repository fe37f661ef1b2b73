/** Drawings that only messages need. All are decoration: what they mean stands beside them. */

import { html } from "../vendor/vendor.js";

const PATHS = {
  eye: "M2 10c2-3.6 4.8-5.5 8-5.500s6 1.9 8 5.500c-2 3.6-4.8 5.5-8 5.500S4 13.6 2 10zM10 7.600a2.4 2.4 0 1 0 0 4.800a2.4 2.4 0 0 0 0-4.800z",
  file: "M11.5 2.500h-6v15h9V6zM11.5 2.500V6h3",
  gem: "M6 3.500h8l3.5 4.500L10 16.500L2.5 8zM2.5 8h15",
  role: "M10 2.500l6.5 2.500v4.500c0 3.7-2.7 6.5-6.5 8c-3.8-1.5-6.5-4.3-6.5-8V5z",
};

/** @param {{name: keyof PATHS}} props */
export function Sign({ name }) {
  return html`<svg class="icon sign" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
    <path d=${PATHS[name]} />
  </svg>`;
}

/** Three dots that breathe; they stand still where motion isn't wanted. */
export const Dots = () => html`<span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>`;
