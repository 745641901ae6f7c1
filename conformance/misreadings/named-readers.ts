/** Ways in which servers read ids, as reports name them. What a run may send is decided by `id-readers.ts`, which has more. */

/** Whether a text is read as an order's id. */
type Takes = (text: string, order: bigint) => boolean;

export const numberOf = (text: string): bigint | undefined =>
  /^[+-]?\d{1,400}$/.test(text) ? BigInt(text) : undefined;
/** The first group of a pattern is read as the id. */
const match =
  (pattern: RegExp): Takes =>
  (text, order) =>
    numberOf(pattern.exec(text)?.[1]?.trim() ?? "") === order;
const numbers =
  (change: (id: bigint) => bigint): Takes =>
  (text, order) => {
    const id = numberOf(text);
    return id !== undefined && change(id) === order;
  };

/** Ways of reading an id that reports name, each with the id and the text of the likely mistake. */
export const namedReaders: readonly (readonly [id: string, text: string, takes: Takes])[] = [
  ["parse-int", "parseInt or alike", match(/^(\s*[+-]?\d+)/)],
  ["cut-letter", "an id is cut at its first letter", match(/^(-?\d+)[a-z]/i)],
  ["cut-comma", "id.split(',')[0]", match(/^([^,]+),/)],
  ["cut-nul", "an id is cut at a NUL", match(/^([^\0]+)\0/)],
  ["cut-space", "id.split(' ')[0]", match(/^([^ ]+) /)],
  ["cut-fraction", "Math.trunc(id)", match(/^(-?\d+)\.\d+$/)],
  [
    "rounded-fraction",
    "Math.round(id)",
    (text, order) => /^-?\d{1,15}\.\d+$/.test(text) && BigInt(Math.round(Number(text))) === order,
  ],
  ["list", "an id may be a list of ids", match(/^([^,;\s]+)[,;\s]/)],
  ["digits-only", "id.replace(/\\D/g, '')", (text, order) => numberOf(text.replace(/\D/g, "")) === order],
  ["first-digits", "an id is searched for its first digits", match(/(\d+)/)],
  ["last-digits", "only the digits at the end of an id count", match(/(\d+)$/)],
  ["sign-lost", "Math.abs(id)", numbers((id) => (id < 0n ? -id : id))],
  [
    "bits-32",
    "only the low 32 bits of an id count, or fewer",
    (text, order) => numbers((id) => BigInt.asUintN(32, id))(text, BigInt.asUintN(32, order)),
  ],
  ["int64", "an id beyond int64 wraps around", numbers((id) => BigInt.asIntN(64, id))],
  ["double", "Number(id)", (text, order) => /^-?\d+$/.test(text) && Number(text) === Number(order)],
  ["prefix", "order.id.startsWith(id)", (text, order) => text !== "" && String(order).startsWith(text)],
  ["contains", "order.id.includes(id)", (text, order) => text !== "" && String(order).includes(text)],
  ["starts-with", "id.startsWith(order.id)", (text, order) => text.startsWith(String(order))],
];
