/** Takes escapes off a text, a layer at a time, and keeps where each character came from. */

/** A text, and where each of its characters, and its end, stands in the text it was made from. */
export interface TextView {
  readonly text: string;
  /** Undefined where the places are the same. */
  readonly places: Uint32Array | undefined;
  /** Where a piece that ends before a character ends in that text; undefined where `places` tells that, too. */
  readonly ends?: Uint32Array | undefined;
}

/** How often a text may be escaped over again before it is not looked into. */
const mostLayers = 8;

const percent = /%[\da-f]{2}|%u[\da-f]{4}/;
const backslash = /\\(?:u\{[\da-f]{1,6}\}|u[\da-f]{4}|U[\da-f]{8}|x[\da-f]{2}|[0-7]{3}|[^\n])/;
const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|amp|lt|gt|quot|apos|nbsp|sol|plus|equals|colon);/;
const quotedPrintable = /=(?:[\da-f]{2}|[ \t]{0,8}\r?\n)/;

const syntaxes = [percent, backslash, entity, quotedPrintable];
/** All at once, then each by itself: a text may hold what looks like an escape of another syntax and is none. */
const patterns = [
  syntaxes.map(({ source }) => source).join("|"),
  ...syntaxes.map(({ source }) => source),
].map((source) => new RegExp(source, "gi"));

/**
 * The view as it is, and with its escapes taken off once, twice and so on.
 * @returns `bare` is the one without any escapes left
 */
export function unescapedViews(given: TextView): {
  readonly views: readonly TextView[];
  readonly bare: TextView;
} {
  if (!/[%\\&=]/.test(given.text)) return { views: [given], bare: given };
  const views = [given];
  let bare: TextView | undefined;
  for (const pattern of patterns) {
    let view = given;
    for (let layer = 0; layer < mostLayers; layer++) {
      const next = takeLayer(view, pattern);
      if (!next) break;
      views.push(next);
      view = next;
    }
    bare ??= view;
  }
  return { views, bare: bare ?? given };
}

function takeLayer({ text, places, ends = places }: TextView, pattern: RegExp): TextView | undefined {
  if (text.search(pattern) < 0) return undefined;
  const starts = new Uint32Array(text.length + 1);
  const stops = new Uint32Array(text.length + 1);
  let unescaped = "";
  let read = 0;
  const take = (piece: string, start: number, length: number) => {
    for (let index = 0; index < piece.length; index++) {
      const isWhole = piece.length === length;
      starts[unescaped.length + index] = placeOf(places, isWhole ? start + index : start);
      stops[unescaped.length + index + 1] = placeOf(ends, isWhole ? start + index + 1 : start + length);
    }
    unescaped += piece;
  };
  for (const { 0: written, index } of text.matchAll(pattern)) {
    take(text.slice(read, index), read, index - read);
    take(meaningOf(written), index, written.length);
    read = index + written.length;
  }
  take(text.slice(read), read, text.length - read);
  const size = unescaped.length + 1;
  return { text: unescaped, places: starts.subarray(0, size), ends: stops.subarray(0, size) };
}

export function placeOf(places: Uint32Array | undefined, index: number): number {
  return places ? places[index]! : index;
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  sol: "/",
  plus: "+",
  equals: "=",
  colon: ":",
};
const letters: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

/** What an escape stands for; bytes come as characters of the same number. */
function meaningOf(written: string): string {
  if (written.startsWith("&")) {
    const name = written.slice(1, -1).toLowerCase();
    if (!name.startsWith("#")) return entities[name]!;
    return character(name[1] === "x" ? name.slice(2) : name.slice(1), name[1] === "x" ? 16 : 10);
  }
  if (written.startsWith("=")) return /\n/.test(written) ? "" : character(written.slice(1), 16);
  if (/^\\[0-7]{3}$/.test(written)) return character(written.slice(1), 8);
  const digits = /^[%\\][uUx]?\{?([\da-f]{2,8})\}?$/i.exec(written)?.[1];
  if (digits !== undefined && (written[0] === "%" || /^[uUx]/.test(written[1]!)))
    return character(digits, 16);
  return letters[written[1]!] ?? written[1]!;
}

function character(digits: string, base: number): string {
  const code = Number.parseInt(digits, base);
  return code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
}
