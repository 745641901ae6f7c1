/**
 * Finds secrets in a text by their value, in either case: as they are, in percent, JSON and HTML escapes, up to
 * three of them one in the other, and in base64. The time grows with the text alone.
 */

export interface Secret {
  readonly text: string;
  readonly mask: (found: string) => string;
}

export interface Place {
  readonly start: number;
  readonly end: number;
  readonly mask: string;
}

interface Form extends Secret {
  /** Whether a character before and behind it has bits of the secret, too. */
  readonly spills: readonly [before: boolean, behind: boolean];
}

/** A beginning that some forms have in common. */
interface Beginning {
  readonly next: Map<number, Beginning>;
  readonly depth: number;
  /** One of the forms that begin like this. */
  readonly example: Form;
  /** The forms that are whole here, or known well enough. */
  readonly known: Form[];
}

/** Shorter texts cannot be told from ordinary words. */
export const shortestSecret = 6;
/** So many characters of a form tell it: what follows them is compared once, wherever they begin. */
const longestBeginning = 32;
const layers = 3;
/** What is unescaped at once, and how much of it is looked at again with what follows. */
const windowCharacters = 256 * 1024;
const overlapCharacters = 64 * 1024;

export type FindSecrets = (text: string) => Place[];

export function createSecretFinder(secrets: readonly Secret[]): FindSecrets {
  const forms = secrets.flatMap(formsOf);
  const [first] = forms;
  if (!first) return () => [];
  const root: Beginning = { next: new Map(), depth: 0, example: first, known: [] };
  const pairs = new Uint8Array(2 ** 16);
  for (const form of forms) {
    let node = root;
    pairs[pairHash(form.text, 0)] = 1;
    for (let at = 0; at < Math.min(form.text.length, longestBeginning); at++) {
      const code = form.text.charCodeAt(at);
      const next = node.next.get(code) ?? { next: new Map(), depth: at + 1, example: form, known: [] };
      node.next.set(code, next);
      node = next;
    }
    node.known.push(form);
  }

  const findIn = ({ text, starts }: View, from: number, places: Place[]) => {
    const placeOf = (at: number) => from + (starts ? starts[at]! : at);
    let covered = 0;
    for (let at = 0; at < text.length; at++) {
      if (pairs[pairHash(text, at)] === 0) continue;
      let node: Beginning | undefined = root;
      let whole: Beginning | undefined;
      let end = at;
      for (; end < text.length; end++) {
        const next: Beginning | undefined = node.next.get(lowerCaseAt(text, end));
        if (!next) break;
        node = next;
        if (node.known.length > 0) whole = node;
      }
      // A beginning counts for the secret where the text is cut.
      const cut =
        !whole && node.depth >= shortestSecret && /^\0?(?:…|\.\.\.|$)/.test(text.slice(end, end + 4));
      let best = cut
        ? { form: node.example, end: text[end] === "\0" ? end + 1 : end, isWhole: false }
        : undefined;
      for (const form of whole?.known ?? []) {
        let reached = Math.max(at + whole!.depth, Math.min(covered, at + form.text.length));
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
      places.push({ start: placeOf(start), end: placeOf(stop), mask: form.mask(text.slice(at, best.end)) });
    }
  };

  return (text) => {
    const places: Place[] = [];
    findIn({ text }, 0, places);
    for (let from = 0; from < text.length; from += windowCharacters - overlapCharacters) {
      let view: View | undefined = { text: text.slice(from, from + windowCharacters) };
      for (let layer = 0; layer < layers; layer++) {
        view = takeLayer(view);
        if (!view) break;
        findIn(view, from, places);
      }
      if (from + windowCharacters >= text.length) break;
    }
    return places;
  };
}

/** Puts the masks in their places. Where places overlap, one mask stands for all: that of the widest. */
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

/** As it is, as its bytes, without its own escapes, and in base64 at each place in a group of three bytes. */
function formsOf({ text, mask }: Secret): readonly Form[] {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
  const plain = [text, bytes];
  for (const given of [text, bytes]) {
    // What stands behind it shows that it is not cut.
    let view = takeLayer({ text: `${given} ` });
    for (let layer = 0; view && layer < layers; layer++, view = takeLayer(view))
      plain.push(view.text.slice(0, -1));
  }
  const encoded =
    text.length < shortestSecret
      ? []
      : [0, 1, 2].map((before) => {
          const bits = [before * 8, (before + bytes.length) * 8] as const;
          const written = btoa("\0".repeat(before) + bytes).slice(
            Math.ceil(bits[0] / 6),
            Math.floor(bits[1] / 6),
          );
          return { written, spills: [bits[0] % 6 !== 0, bits[1] % 6 !== 0] as const };
        });
  return [
    ...[...new Set(plain)].map((form) => ({ text: foldCase(form), mask, spills: [false, false] as const })),
    ...encoded.flatMap(({ written, spills }) =>
      [...new Set([written, written.replaceAll("+", "-").replaceAll("/", "_")])].map((form) => ({
        text: foldCase(form),
        mask,
        spills,
      })),
    ),
  ].filter(({ text: { length } }) => length >= 3);
}

interface View {
  readonly text: string;
  /** Where each of its characters, and its end, stands in the text that it was made from; undefined for the same. */
  readonly starts?: Uint32Array;
}

/** What a cut left of an escape becomes a character of its own. */
const escapes =
  /%([\da-f]{2})|\\u([\da-f]{4})|\\x([\da-f]{2})|&#x([\da-f]{1,6});|&#(\d{1,7});|&(amp|lt|gt|quot|apos|nbsp);|(?:%[\da-f]?|\\[ux]?[\da-f]{0,3}|&#?x?[\da-f]{0,6})(?=…|\.\.\.|$)|\\([\s\S])/gi;
const names: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};
const letters: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

/** With one layer of escapes taken off; bytes become characters of the same number. Undefined where there is none. */
function takeLayer({ text, starts: given }: View): View | undefined {
  if (!/[%\\&]/.test(text)) return undefined;
  const starts = new Uint32Array(text.length + 2);
  let bare = "";
  let read = 0;
  const take = (piece: string, start: number, step: number) => {
    for (let at = 0; at < piece.length; at++) {
      const place = start + at * step;
      starts[bare.length + at] = given ? given[place]! : place;
    }
    bare += piece;
  };
  for (const match of text.matchAll(escapes)) {
    const [written, percent, unit, byte, hex, decimal, name, letter] = match;
    take(text.slice(read, match.index), read, 1);
    const code = percent ?? unit ?? byte ?? hex;
    const number = code === undefined ? Number(decimal ?? -1) : Number.parseInt(code, 16);
    const meaning =
      number >= 0
        ? String.fromCodePoint(Math.min(number, 0x10ffff))
        : (names[name?.toLowerCase() ?? ""] ?? letters[letter ?? ""] ?? letter ?? "\0");
    take(meaning, match.index, 0);
    read = match.index + written.length;
  }
  if (read === 0) return undefined;
  take(text.slice(read), read, 1);
  starts[bare.length] = given ? given[text.length]! : text.length;
  return { text: bare, starts };
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

/** 0 past the end. */
function lowerCaseAt(text: string, at: number): number {
  const code = at < text.length ? text.charCodeAt(at) : 0;
  return code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
}

/** ASCII letters in lower case; every character keeps its place. */
function foldCase(text: string): string {
  return text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
}
