/** Texts in Redis, each with a checksum, since other programs may write under the same keys. */

import { crc32 } from "node:zlib";
import { damage, Unusable } from "./refusals.ts";

export function seal(text: string): string {
  return `${text} ${crc32(text).toString(16).padStart(8, "0")}`;
}

/** @throws {Unusable} */
export function unseal(sealed: unknown): string {
  const text = typeof sealed === "string" ? sealed.slice(0, -9) : "";
  if (seal(text) !== sealed) throw new Unusable(...damage);
  return text;
}
