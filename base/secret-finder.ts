/**
 * Finds secrets in a text by their value, in either case and as UTF-8 and Latin-1: in plain text; in percent, JSON and HTML
 * escapes, up to three nested ones; in quoted-printable, base64 and hexadecimal digits. The time grows only with the length
 * of the text.
 */

import { escapes, isCut, quotedPrintable, takeEscapesOff, type View } from "./escapes.ts";
import { type Form, formsOf, layers, type Secret, shortestSecret } from "./secret-forms.ts";

export interface Place {
  readonly start: number;
  readonly end: number;
  readonly mask: string;
}

/** Forms with the same beginning. They are distinguished further only where a text continues like one of them. */
interface Beginning {
  readonly depth: number;
  readonly forms: readonly Form[];
  /** Forms that end here, or that are identified by the characters so far. */
  readonly known: readonly Form[];
  next: Map<number, Beginning> | undefined;
}

/** Number of characters that identify a form: the following ones are compared once for each place. */
const longestBeginning = 32;
/** Number of characters that are unescaped at once, and number of those that are searched again with the following ones. */
const windowCharacters = 256 * 1024;
const overlapCharacters = 64 * 1024;

export type FindSecrets = (text: string) => Place[];

/**
 * Whether this number of characters identifies a secret. A backslash before an escape may belong to the secret or to the escape, so
 * that a beginning may have fewer characters than it seems to.
 * @param written how many characters it takes in the text, escapes included
 */
const isLongBeginning = (characters: number, written: number) =>
  characters >= shortestSecret - 2 && written >= shortestSecret;

const lengthOfBeginning = ({ text }: Form) => Math.min(text.length, longestBeginning);

function createBeginning(depth: number, forms: readonly Form[]): Beginning {
  return { depth, forms, known: forms.filter((form) => lengthOfBeginning(form) === depth), next: undefined };
}

function nextOf({ depth, forms }: Beginning): Map<number, Beginning> {
  const longer = forms.filter((form) => lengthOfBeginning(form) > depth);
  const groups = Map.groupBy(longer, ({ text }) => text.charCodeAt(depth));
  return new Map(Array.from(groups, ([code, group]) => [code, createBeginning(depth + 1, group)]));
}

export function createSecretFinder(secrets: readonly Secret[]): FindSecrets {
  const forms = secrets.flatMap(formsOf);
  if (forms.length === 0) return () => [];
  const root = createBeginning(0, forms);
  const pairs = new Uint8Array(2 ** 16);
  for (const { text } of forms) pairs[pairHash(text, 0)] = 1;

  const findIn = ({ text, starts }: View, whole: string, from: number, places: Place[]) => {
    const placeOf = (at: number) => from + (starts ? starts[at]! : at);
    let covered = 0;
    for (let at = 0; at < text.length; at++) {
      if (pairs[pairHash(text, at)] === 0) continue;
      let node = root;
      let known: Beginning | undefined;
      let end = at;
      for (; end < text.length; end++) {
        node.next ??= nextOf(node);
        const next = node.next.get(lowerCaseAt(text, end));
        if (!next) break;
        node = next;
        if (node.known.length > 0) known = node;
      }
      // A beginning counts for the secret where the text is cut.
      const cutAt = text[end] === "\0" ? end + 1 : end;
      const cut = !known && isLongBeginning(node.depth, placeOf(cutAt) - placeOf(at)) && isCut(text, end);
      let best = cut ? { form: node.forms[0]!, end: cutAt, isWhole: false } : undefined;
      for (const form of known?.known ?? []) {
        let reached = Math.max(at + known!.depth, Math.min(covered, at + form.text.length));
        while (
          reached < at + form.text.length &&
          lowerCaseAt(text, reached) === form.text.charCodeAt(reached - at)
        )
          reached++;
        const isWhole = reached === at + form.text.length;
        if (!best || reached > best.end || (isWhole && !best.isWhole && reached === best.end))
          best = { form, end: reached, isWhole };
      }
      if (!best) continue;
      covered = Math.max(covered, best.end);
      const { form } = best;
      const start = form.spills[0] && isBase64(text, at - 1) ? at - 1 : at;
      const stop = form.spills[1] && isBase64(text, best.end) ? best.end + 1 : best.end;
      const [first, last] = [placeOf(start), placeOf(stop)];
      places.push({
        start: first,
        end: last,
        mask: form.mask(text.slice(at, best.end), whole.slice(first, last)),
      });
    }
  };

  return (text) => {
    const places: Place[] = [];
    findIn({ text }, text, 0, places);
    for (let from = 0; from < text.length; from += windowCharacters - overlapCharacters) {
      let view: View | undefined = { text: text.slice(from, from + windowCharacters) };
      for (let layer = 0; view && layer <= layers; layer++) {
        if (layer > 0) findIn(view, text, from, places);
        const printable = takeEscapesOff(view, quotedPrintable);
        if (printable) findIn(printable, text, from, places);
        view = takeEscapesOff(view, escapes);
      }
      if (from + windowCharacters >= text.length) break;
    }
    return places;
  };
}

/** The text with masks in these places. Where places overlap, the mask of the widest covers all. */
export function cover(text: string, places: readonly Place[]): string {
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

function isBase64(text: string, at: number): boolean {
  return /[\w+/-]/.test(text[at] ?? "");
}

function pairHash(text: string, at: number): number {
  const [first, second, third] = [
    lowerCaseAt(text, at),
    lowerCaseAt(text, at + 1),
    lowerCaseAt(text, at + 2),
  ];
  return (first ^ (second << 5) ^ (third << 10)) & 0xffff;
}

/** The code of a character; 0 past the end. */
function lowerCaseAt(text: string, at: number): number {
  const code = at < text.length ? text.charCodeAt(at) : 0;
  return code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
}
