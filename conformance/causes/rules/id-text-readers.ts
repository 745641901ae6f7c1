/** Readers of ids that make another text of one: they cut, and drop what they do not understand. */

/** Whether a text is taken for an order's id. */
export type Takes = (text: string, order: bigint) => boolean;
export type Reader = readonly [id: string, text: string, title: string, takes: Takes];

export const number = (text: string): bigint | undefined =>
  /^[+-]?\d{1,400}$/.test(text) ? BigInt(text) : undefined;
/** A reader that makes another text of it. */
export const reads =
  (change: (text: string) => string | undefined): Takes =>
  (text, order) => {
    const read = change(text);
    return read !== undefined && number(read.trim()) === order;
  };
const match = (pattern: RegExp) => reads((text) => pattern.exec(text)?.[0]);
const cutAt = (sign: string) =>
  reads((text) => (text.includes(sign) ? text.slice(0, text.indexOf(sign)) : undefined));
const drop = (pattern: RegExp) => reads((text) => text.replace(pattern, ""));

export const textReaders: readonly Reader[] = [
  [
    "id-parse-int",
    "parseInt or alike",
    "An id is cut at its first character that is no digit",
    match(/^\s*[+-]?\d+/),
  ],
  [
    "id-cut-letter",
    "the text before a letter",
    "An id is cut at its first letter",
    reads((text) => /^(-?\d+)[a-z]/i.exec(text)?.[1]),
  ],
  ["id-digits-only", "id.replace(/\\D/g, '')", "All but the digits of an id is dropped", drop(/\D/g)],
  ["id-first-digits", "the first digits anywhere", "An id is searched for its first digits", match(/\d+/)],
  ["id-last-digits", "the last digits", "Only the digits at the end of an id count", match(/\d+$/)],
  ["id-cut-comma", "id.split(',')", "An id is cut at a comma", cutAt(",")],
  ["id-cut-dash", "id.split('-')[0]", "An id is cut at a dash", cutAt("-")],
  [
    "id-cut-newline",
    "a line of it",
    "An id is read line by line",
    reads((text) => (/\n/.test(text) ? text.split("\n").find((line) => /^\d+$/.test(line)) : undefined)),
  ],
  ["id-cut-nul", "the text before a NUL", "An id is cut at a NUL", cutAt("\0")],
  ["id-cut-space", "id.split(' ')[0]", "An id is cut at a space", cutAt(" ")],
  ["id-cut-slash", "id.split('/')[0]", "An id is cut at an encoded slash", cutAt("/")],
  ["id-cut-hash", "id.split('#')[0]", "An id is cut at a number sign", cutAt("#")],
  ["id-cut-quote", "the text before a quote", "An id is cut at a quote", cutAt("'")],
  [
    "id-cut-fraction",
    "Math.trunc(id)",
    "The fraction of an id is cut off",
    reads((text) => /^(-?\d+)\.\d+$/.exec(text)?.[1]),
  ],
  [
    "id-rounded-fraction",
    "Math.round(id)",
    "An id with a fraction is rounded",
    reads((text) => /^(-?\d+)\.[0-4]\d*$/.exec(text)?.[1]),
  ],
  [
    "id-hash",
    "a number sign in front is dropped",
    "A number sign in front of an id is dropped",
    reads((text) => /^#(.*)$/s.exec(text)?.[1]),
  ],
  [
    "id-brackets",
    "brackets are dropped",
    "Brackets around an id are dropped",
    reads((text) => /^\[(.*)\]$/s.exec(text)?.[1]),
  ],
  [
    "id-quotes",
    "quotes are dropped",
    "Quotes around an id are dropped",
    reads((text) => /^"(.*)"$/s.exec(text)?.[1]),
  ],
  ["id-json", "JSON.parse(id)", "An id is read as JSON", reads((text) => /^[["](.*)[\]"]$/s.exec(text)?.[1])],
  [
    "id-bigint-literal",
    "an n behind is dropped",
    "A letter n behind an id is dropped",
    reads((text) => /^(-?\d+)n$/.exec(text)?.[1]),
  ],
  [
    "id-prefix-word",
    "a word in front is dropped",
    "A word in front of an id is dropped",
    reads((text) => /^[a-z]+-(\d+)$/i.exec(text)?.[1]),
  ],
  [
    "id-letters-dropped",
    "letters in front are dropped",
    "Letters in front of an id are dropped",
    reads((text) => /^[a-z]+-?(\d+)$/i.exec(text)?.[1]),
  ],
];
