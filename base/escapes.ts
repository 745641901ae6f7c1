/** Removes the escapes of addresses, JSON, HTML and mail from a text, and keeps the place of each character. */

export interface View {
  readonly text: string;
  /** The place of each of its characters, and of its end, in the original text; undefined where the places are the same. */
  readonly starts?: Uint32Array;
}

/** Where a text was cut. The rest of a cut escape becomes \0, that of a cut letter U+FFFD. */
const cutMark = /[\0\ufffd]*(?:…|\.\.\.|$)/y;

export function isCut(text: string, at: number): boolean {
  cutMark.lastIndex = at;
  return cutMark.test(text);
}

const cutEscape = /(?:%[\da-f]?|\\(?:u[\da-f]{0,3}|x[\da-f]?)?|&#?\w{0,7})\0?(?=…|\.\.\.|$)/gi;
export const percents = /%[\da-f]{2}/gi;
export const backslashes = /\\(?:u[\da-f]{4}|x[\da-f]{2}|[\s\S])/gi;
export const references = /&(?:#x[\da-f]{1,6}|#\d{1,7}|amp|lt|gt|quot|apos|nbsp);/gi;
export const escapes = new RegExp(
  [cutEscape, percents, backslashes, references].map(({ source }) => source).join("|"),
  "gi",
);
/** Quoted-printable (RFC 2045, 6.7). */
export const quotedPrintable = /=(?:[\da-f]?|[ \t]*\r?)\0?(?=…|\.\.\.|$)|=(?:[\da-f]{2}|[ \t]*\r?\n)/gi;

const names = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };
const letters = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f", u: "\0", x: "\0" };
const words: Readonly<Record<string, string>> = { ...names, ...letters };

function meaningOf(written: string): string {
  const [, hex = "", decimal, name, letter] =
    /^(?:[%=]|\\x|\\u(?=.{4}$)|&#x(?=.*;))([\da-f]+);?$|^&#(\d+);$|^(?:&(\w+);|\\([\s\S]))$/i.exec(written) ??
    [];
  if (hex.length > 1 || (hex !== "" && written.endsWith(";"))) return characterOf(Number.parseInt(hex, 16));
  if (decimal) return characterOf(Number(decimal));
  const word = name?.toLowerCase() ?? letter;
  if (word) return words[word] ?? word;
  return /^=.*\n$/s.test(written) ? "" : "\0";
}

const characterOf = (code: number) => String.fromCodePoint(Math.min(code, 0x10ffff));

/** The text without one layer of escapes; bytes become characters of the same number. Undefined if there is no escape. */
export function takeEscapesOff({ text, starts: given }: View, pattern: RegExp): View | undefined {
  if (!/[%\\&=]/.test(text) || text.search(pattern) < 0) return undefined;
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
  for (const { 0: written, index } of text.matchAll(pattern)) {
    take(text.slice(read, index), read, 1);
    take(meaningOf(written), index, 0);
    read = index + written.length;
  }
  take(text.slice(read), read, 1);
  starts[bare.length] = given ? given[text.length]! : text.length;
  return { text: bare, starts };
}

/** A text with its percent-encodings decoded (RFC 3986, 2.1); a text with an invalid encoding stays unchanged. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
