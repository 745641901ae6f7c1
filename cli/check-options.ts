/** Values of options that more than one command takes. */

import { resolve } from "node:path";
import { BadInput, quoteValue } from "../base/bad-input.ts";
import { checkOutputFile } from "./read-input.ts";

/** @throws {BadInput} for what is no plain http or https address */
export function checkUrl(text: string, what: string): void {
  // URL drops line ends and spaces without a word; a request would have them.
  const url = URL.canParse(text) && !/[\s\p{Cc}]/u.test(text) ? new URL(text) : undefined;
  if (!url || !["http:", "https:"].includes(url.protocol)) {
    throw new BadInput(
      `Cannot use ${what}: it must be an http or https address, as in https://host/v1, got ${quoteValue(text)}.`,
    );
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new BadInput(
      `Cannot use ${what}: it must not hold a user, a query or a fragment. The key goes into STORE_ORDERS_API_KEY.`,
    );
  }
}

/** A header field value cannot carry other characters (RFC 9110, 5.5), nor a bearer token spaces (RFC 6750, 2.1). */
export function checkSecret(text: string, option = "the API key", what = "a key"): void {
  // Not quoted: it would stand in a log.
  if (!/^[\x21-\x7e]+$/.test(text))
    throw new BadInput(`Cannot use ${option}: ${what} is visible ASCII characters without spaces.`);
}

/**
 * Files that a run is to write, each with what it will be.
 * @throws {BadInput} for one that cannot be written, and for two in one place
 */
export async function checkOutputs(
  outputs: readonly (readonly [what: string, file: string | undefined])[],
): Promise<void> {
  const files = new Map<string, string>();
  for (const [what, file] of outputs) {
    if (file === undefined) continue;
    await checkOutputFile(file, what);
    const other = files.get(resolve(file));
    if (other !== undefined)
      throw new BadInput(`Cannot write the ${what} to ${file}: the ${other} goes there. Name another file.`);
    files.set(resolve(file), what);
  }
}
