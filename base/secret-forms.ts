/** A secret as it is looked for. */

import { unescapedViews } from "./escapes.ts";

export interface SecretForm {
  readonly text: string;
  /** What stands where it was found. */
  readonly mask: (found: string) => string;
}

/** What stands where a secret was. */
export const masked = "***";

/** A shorter text cannot be told from ordinary words, and would mask half of what is shown. */
const shortestForm = 3;
/** A shorter secret is hidden as it stands and escaped, not encoded. */
export const shortestSecret = 6;

/** The forms of a secret, once escapes are taken off and encodings undone. */
export function formsOf(secret: string, mask: SecretForm["mask"] = () => masked): readonly SecretForm[] {
  // A secret that looks escaped itself is met both ways.
  const texts = [secret, bytesOf(secret)].flatMap((text) =>
    unescapedViews({ text, places: undefined }).views.map((view) => view.text),
  );
  return [...new Set(texts)].filter((text) => text.length >= shortestForm).map((text) => ({ text, mask }));
}

/** ASCII letters in lower case; every character keeps its place. */
export function foldCase(text: string): string {
  return /[^\p{ASCII}]/u.test(text)
    ? text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
    : text.toLowerCase();
}

/** UTF-8 as unescaping shows it, a character for each byte. */
function bytesOf(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
}
