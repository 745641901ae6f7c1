/** Each form of a secret without escapes: in letters, in bytes of UTF-8 and Latin-1, in base64 and in hexadecimal. */

import { bytesOf, charactersOf, decodeUtf8 } from "./bytes.ts";
import { backslashes, escapes, percents, references, takeEscapesOff } from "./escapes.ts";

export interface Secret {
  readonly text: string;
  /**
   * @param found the secret as it was found, without escapes
   * @param written its characters in the text
   */
  readonly mask: (found: string, written: string) => string;
}

export interface Form extends Secret {
  /** Whether the neighbouring base64 characters also contain bits of the secret. */
  readonly spills: readonly [before: boolean, behind: boolean];
}

/** Minimum length: shorter texts occur as ordinary words. */
export const shortestSecret = 6;
/** Maximum number of nested escapes. */
export const layers = 3;

const isAscii = (text: string) => !/[^\0-\x7f]/.test(text);
const isLatin1 = (text: string) => !/[^\0-\xff]/.test(text);
const utf8Of = (text: string) => (isAscii(text) ? text : charactersOf(new TextEncoder().encode(text)));

/** A text that may be the bytes of another text, one character for each: both texts, in either case. */
function readingsOf(text: string): readonly string[] {
  if (isAscii(text)) return [text];
  const decoded = isLatin1(text) ? decodeUtf8(bytesOf(text)) : undefined;
  const readings = decoded === undefined ? [text] : [text, decoded];
  return readings.flatMap((each) => [each, each.toUpperCase(), each.toLowerCase()]);
}

export function formsOf({ text, mask }: Secret): readonly Form[] {
  const meanings = new Set([text]);
  // The following text shows that it is not cut.
  for (let layer = 0; layer < layers; layer++)
    for (const each of [...meanings])
      for (const pattern of [escapes, percents, backslashes, references])
        meanings.add(takeEscapesOff({ text: `${each} ` }, pattern)?.text.slice(0, -1) ?? each);
  const forms = new Map<string, Form>();
  const add = (written: string, before = false, behind = false) => {
    const folded = foldCase(written);
    if (folded.length >= 3 && !forms.has(folded))
      forms.set(folded, { text: folded, mask, spills: [before, behind] });
  };
  for (const each of new Set([...meanings].flatMap(readingsOf))) {
    add(each);
    const inBytes = new Set([utf8Of(each), ...(isLatin1(each) ? [each] : [])]);
    for (const bytes of inBytes) {
      add(bytes);
      // Bytes that are not UTF-8 are read as U+FFFD, and may be repeated in that form.
      const lossy = isAscii(bytes) ? bytes : new TextDecoder().decode(bytesOf(bytes));
      add(lossy);
      add(utf8Of(lossy));
      if (each.length >= shortestSecret) addEncoded(bytes, add);
    }
  }
  return [...forms.values()];
}

/** The forms in base64 at each offset in a group of three bytes (RFC 4648, 4 and 5), and in hexadecimal. */
function addEncoded(bytes: string, add: (written: string, before?: boolean, behind?: boolean) => void): void {
  for (const before of [0, 1, 2]) {
    const [start, end] = [before * 8, (before + bytes.length) * 8];
    const written = btoa("\0".repeat(before) + bytes).slice(Math.ceil(start / 6), Math.floor(end / 6));
    add(written, start % 6 !== 0, end % 6 !== 0);
    add(written.replaceAll("+", "-").replaceAll("/", "_"), start % 6 !== 0, end % 6 !== 0);
  }
  add(bytes.replace(/[\s\S]/g, (byte) => byte.charCodeAt(0).toString(16).padStart(2, "0")));
}

/** The text with ASCII letters in lower case; every character keeps its place. */
function foldCase(text: string): string {
  return text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
}
