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

/**
 * The secret in base64 whose letters have lost their case, as a header's name does on the way: nobody can
 * undo it, and yet it tells most of the secret. Once and twice, wherever it stands in what was encoded.
 */
export function caselessForms(
  secret: string,
  mask: SecretForm["mask"] = () => masked,
): readonly SecretForm[] {
  if (secret.length < shortestSecret) return [];
  const once = encodeAnywhere(bytesOf(secret));
  const texts = [...once, ...once.flatMap(encodeAnywhere)].flatMap((text) => [
    text,
    text.replaceAll("+", "-").replaceAll("/", "_"),
  ]);
  return [...new Set(texts)].map((text) => ({ text, mask }));
}

/** What neighbours cannot change of a text in base64, for each place in a group of three bytes. */
function encodeAnywhere(bytes: string): readonly string[] {
  return [0, 1, 2].map((before) => {
    const [first, end] = [Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6)];
    return btoa("\0".repeat(before) + bytes).slice(first, end);
  });
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
