/**
 * Hides secrets in any text, by their value and not by where they stand: as they are, in either case, under
 * escapes, in base64, base32, hex and byte numbers, in two layers of these, and cut short. The time it takes
 * grows with the text alone.
 */

import { createRunDecoder } from "./decoded-runs.ts";
import { placeOf, type TextView, unescapedViews } from "./escapes.ts";
import { createFormFinder, type FormFinder } from "./form-finder.ts";

export type Hide = (text: string) => string;

/** A function that puts `***` for each of these secrets. */
export function createSecretHider(secrets: readonly string[]): Hide {
  return createHider(knowForms(secrets.flatMap((secret) => formsOf(secret))));
}

/** Forms made ready to be found; undefined where there are none. */
export type KnownForms = ReturnType<typeof knowForms>;

/** @param decodings encodings, one in the other, that are undone */
export function knowForms(forms: readonly SecretForm[], decodings = 2) {
  if (forms.length === 0) return undefined;
  const find = createFormFinder(forms.map((form) => ({ ...form, text: foldCase(form.text) })));
  const lengths = forms.map(({ text }) => text.length).filter((length) => length >= shortestSecret);
  const isAscii = forms.every(({ text }) => /^\p{ASCII}*$/u.test(text));
  return { find, decodings, shortest: Math.min(...lengths), isAscii };
}

export function createHider(...known: readonly KnownForms[]): Hide {
  const all = known.filter((forms) => forms !== undefined);
  if (all.length === 0) return (text) => text;
  const encoded = all.filter(({ decodings }) => decodings > 0);
  const shortest = Math.min(...encoded.map((forms) => forms.shortest));
  const isAscii = encoded.every((forms) => forms.isAscii);
  const decodeRuns = Number.isFinite(shortest) ? createRunDecoder(shortest, isAscii) : () => [];
  const deepest = Math.max(...all.map(({ decodings }) => decodings));
  const placesIn = (text: string): readonly Place[] => {
    const places: Place[] = [];
    const look = (view: TextView, depth: number): void => {
      const { views, bare } = unescapedViews(view);
      for (const { decodings, find } of all) {
        if (decodings >= depth) for (const each of views) findIn(each, find, places);
      }
      if (depth === deepest) return;
      for (const decoded of decodeRuns(view)) look(decoded, depth + 1);
      if (bare !== view) for (const decoded of decodeRuns(bare)) look(decoded, depth + 1);
    };
    look({ text, places: undefined }, 0);
    return places;
  };
  return (text) => {
    const places: Place[] = [];
    for (let from = 0; ; from += windowCharacters - overlapCharacters) {
      const found = placesIn(text.slice(from, from + windowCharacters));
      for (const { start, end, mask } of found) places.push({ start: from + start, end: from + end, mask });
      if (from + windowCharacters >= text.length) break;
    }
    return places.length === 0 ? text : cover(text, places);
  };
}

/** What is looked through at once: a pattern that meets a run of many megabytes runs out of stack. */
const windowCharacters = 512 * 1024;
/** A key as long as servers take, in hex of hex, is not cut by a window's end. */
const overlapCharacters = 64 * 1024;

/** @param mostCharacters of texts whose hidden form is held ready, so that each is looked through once */
export function rememberHidden(hide: Hide, mostCharacters: number): Hide {
  const known = new Map<string, string>();
  let characters = 0;
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const hidden = hide(text);
    if (text.length > mostCharacters) return hidden;
    characters += text.length;
    if (characters > mostCharacters) {
      known.clear();
      characters = text.length;
    }
    known.set(text, hidden);
    return hidden;
  };
}

/** From the first character to the one after the last, in the text as it was given. */
interface Place {
  readonly start: number;
  readonly end: number;
  readonly mask: string;
}

function findIn({ text, places, ends }: TextView, find: FormFinder<SecretForm>, found: Place[]): void {
  find(text, (form, start, end) => {
    found.push({
      start: placeOf(places, start),
      end: placeOf(ends ?? places, end),
      mask: form.mask(text.slice(start, end)),
    });
  });
}

/** Where secrets overlap, one mask stands for all: that of the widest. */
function cover(text: string, places: readonly Place[]): string {
  let covered = "";
  let shown = 0;
  const sorted = places.toSorted((a, b) => a.start - b.start || b.end - a.end);
  for (let index = 0; index < sorted.length; ) {
    let widest = sorted[index]!;
    const { start } = widest;
    let { end } = widest;
    for (index++; index < sorted.length && sorted[index]!.start < end; index++) {
      const place = sorted[index]!;
      if (place.end - place.start > widest.end - widest.start) widest = place;
      end = Math.max(end, place.end);
    }
    covered += text.slice(shown, start) + widest.mask;
    shown = end;
  }
  return covered + text.slice(shown);
}

/** A secret as it is looked for. */
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
