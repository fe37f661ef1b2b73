/** Which addresses out of a message may be followed or shown. */

const SCHEMES = new Set(["http:", "https:", "discord:"]);
const OWN_FILES = "cdn/";

/** @returns {string | null} the address in its normal form, or null for a scheme that is never followed */
export function safeAddress(text) {
  try {
    const address = new URL(text);
    return SCHEMES.has(address.protocol) ? address.href : null;
  } catch {
    return null;
  }
}

/** @returns {string | null} where a picture or a file is: of the playground, or on the web; null for anything else */
export function fileAddress(text) {
  if (typeof text !== "string") return null;
  if (text.startsWith(OWN_FILES)) return text;
  const address = safeAddress(text);
  return address?.startsWith("http") ? address : null;
}
