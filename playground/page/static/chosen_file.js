/** A file that somebody chose on this machine, as the playground takes it. */

/** In bytes: for one file, and for all that are sent at once, so that they fit one frame. */
export const LARGEST_FILE = 10 * 1024 * 1024;

/**
 * What is sent of a file. One that is too large isn't read: it can't be sent anyway.
 *
 * @param {File} chosen
 * @returns {Promise<{name: string, type: string, size: number, base64: string}>} `size` in bytes; rejects if the file
 *   can't be read
 */
export async function contentOf(chosen) {
  const { name, type, size } = chosen;
  return { name, type, size, base64: size > LARGEST_FILE ? "" : await base64Of(chosen) };
}

function base64Of(chosen) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result.slice(reader.result.indexOf(",") + 1)));
    reader.addEventListener("error", () => reject(reader.error));
    reader.readAsDataURL(chosen);
  });
}
