/** The ids that a run sends: an order's own number, ids that resemble it, and ids of no order. */

import { percentDecoded } from "../../base/escapes.ts";
import { endOfInt32 } from "../evidence/read-id.ts";
import { beyondInt64, garbage } from "./id-classes.ts";
import { idsSentAs, type WriteId } from "./id-readers.ts";

/** Writes the digits of an id, with its sign before them. */
const signed =
  (write: (digits: string) => string): WriteId =>
  (id) =>
    id < 0n ? `-${write(String(-id))}` : write(String(id));

/** An order's own number in another notation: the same to some readers, and not an id to others, so it is only observed. */
const same: readonly WriteId[] = [
  signed((digits) => `00${digits}`),
  // One encoded digit alone: readers that do not decode find a long number in the text.
  (id) => String(id).replace(/\d/, (digit) => `%3${digit}`),
  (id) => (id < 0n ? `${id}%20` : `+${id}`),
  (id) => `%20${id}`,
  (id) => `${id}%00`,
  (id) => `${id}.0`,
  (id) => `${id}e0`,
  signed((digits) => `0x${BigInt(digits).toString(16)}`),
  (id) => `${id};v=1`,
  signed((digits) => digits.replace(/(?<=\d)(?=\d$)/, "_")),
  (id) =>
    encodeURIComponent(String(id).replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))),
];

const orderSpellings = {
  exact: [String],
  same,
  // The last one is for readers of base 8. Most servers read it as another number.
  cut: [...idsSentAs("cut"), (id) => `0${id.toString(8)}`],
  wrapped: idsSentAs("wrapped"),
  rounded: idsSentAs("rounded"),
  sign: idsSentAs("sign"),
} as const satisfies Record<string, readonly WriteId[]>;
type OrderSpelling = keyof typeof orderSpellings;

/**
 * Ids from here on are assumed to be free: no service has counted so far. They begin with a 9, so that no reader of a base
 * below 10 reads their beginning as an order's id.
 */
export const unknownFloor = 9n * 10n ** 12n;

/** Lower ends of ranges of unknown ids, by number of bits: servers overflow at different ones. The first ranges are free. */
const idFloors = [
  unknownFloor,
  2n ** 53n,
  2n ** 63n - 2n ** 21n,
  endOfInt32,
  2n ** 10n,
  2n ** 31n,
  2n ** 32n,
  -(2n ** 21n),
  -(2n ** 40n),
] as const;

/** Ends and middles of int64. They may be orders' ids, and are sent only if no list shows them. */
const edgeIds = [0n, -1n, 2n ** 31n - 1n, 2n ** 63n - 1n, -(2n ** 63n)] as const;

/** The forms that a run may send; without `isDisposable` only those that hardly any service reads as another order's id. */
export function idForms(isDisposable: boolean) {
  const sample = 2n ** 41n + 123n;
  const careful = (forms: readonly WriteId[]) =>
    isDisposable ? forms : forms.filter((form) => isCareful(form(sample)));
  return {
    garbage: careful(garbage),
    beyond: careful(beyondInt64),
    floors: isDisposable ? idFloors : idFloors.slice(0, 4),
    edges: isDisposable ? edgeIds : [],
    spellings: Object.fromEntries(
      Object.entries(orderSpellings).map(([kind, forms]) => [kind, careful(forms)]),
    ) as Readonly<Record<OrderSpelling, readonly WriteId[]>>,
  };
}
export type IdForms = ReturnType<typeof idForms>;

/**
 * Whether a text has nothing that some service reads as several orders or as an arbitrary one: no words, patterns,
 * quotes, brackets, lists of different ids, ranges or conditions, nothing empty, and no number below 1.
 */
export function isCareful(text: string): boolean {
  const decoded = percentDecoded(text);
  if (/^[ghj-np-tv-xz]{10,}$|^(\d+),\1$/.test(decoded)) return true;
  if (!/[1-9]/.test(decoded) || /[*%_?!'"`()[\]{},:;=<>|&$~]|\.\./.test(decoded)) return false;
  return !/^\s*-|\d\s*-\s*\d/.test(decoded);
}
