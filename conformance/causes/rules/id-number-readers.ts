/** Readers of ids that count wrong, take one for a pattern, or paste it into a query. */

import { percentDecoded } from "../../evidence/percent-decoded.ts";
import { number, type Reader, reads, type Takes } from "./id-text-readers.ts";

const numbers =
  (change: (id: bigint) => bigint): Takes =>
  (text, order) => {
    const id = number(text);
    return id !== undefined && change(id) === order;
  };
export const numberReaders: readonly Reader[] = [
  [
    "id-thousands",
    "commas between digits are dropped",
    "Commas between the digits of an id are dropped",
    reads((text) => (/^-?\d{1,3}(?:,\d{3})+$/.test(text) ? text.replaceAll(",", "") : undefined)),
  ],
  ["id-sign-lost", "Math.abs(id)", "The sign of an id is lost", numbers((id) => (id < 0n ? -id : id))],
  [
    "id-int32",
    "the low 32 bits",
    "Only the low 32 bits of an id count",
    numbers((id) => BigInt.asIntN(32, id)),
  ],
  [
    "id-uint32",
    "the low 32 bits, without a sign",
    "Only the low 32 bits of an id count",
    numbers((id) => BigInt.asUintN(32, id)),
  ],
  [
    "id-bits-32",
    "the low 32 bits of both",
    "Only the low 32 bits of an id count",
    (text, order) => {
      const id = number(text);
      return id !== undefined && BigInt.asUintN(32, id) === BigInt.asUintN(32, order);
    },
  ],
  ["id-int64", "the low 64 bits", "An id beyond int64 wraps around", numbers((id) => BigInt.asIntN(64, id))],
  [
    "id-double",
    "Number(id)",
    "An id is read as a double, so beyond 2^53 a neighbour is meant",
    (text, order) => /^-?\d+$/.test(text) && Number(text) === Number(order),
  ],
  [
    "id-double-text",
    "Number(id), also of fractions",
    "An id is read as a double, so beyond 2^53 a neighbour is meant",
    (text, order) => /^-?\d+(?:\.\d+)?$/.test(text) && Number(text) === Number(order),
  ],
  [
    "id-float",
    "a float of 32 bits",
    "An id is read as a float of 32 bits",
    (text, order) => /^-?\d+$/.test(text) && Math.fround(Number(text)) === Math.fround(Number(order)),
  ],
  [
    "id-base-36",
    "parseInt(id, 36)",
    "An id is read in base 36",
    (text, order) => order > 0n && text.toLowerCase() === order.toString(36),
  ],
  [
    "id-hex",
    "parseInt(id, 16)",
    "An id is read in base 16",
    (text, order) => order > 0n && text.toLowerCase() === order.toString(16),
  ],
  [
    "id-like",
    "LIKE in a query",
    "An id is compared as a pattern",
    (text, order) => /[%_]/.test(text) && pattern(text, "%", "_").test(String(order)),
  ],
  [
    "id-like-underscore",
    "LIKE in a query, _ alone",
    "An id is compared as a pattern",
    (text, order) => /_/.test(text) && pattern(text, "\0", "_").test(String(order)),
  ],
  [
    "id-like-percent",
    "LIKE in a query, % alone",
    "An id is compared as a pattern",
    (text, order) => /%/.test(text) && pattern(text, "%", "\0").test(String(order)),
  ],
  [
    "id-wildcard",
    "* stands for any text",
    "A * in an id stands for any text",
    (text, order) => /\*/.test(text) && pattern(text, "*", "\0").test(String(order)),
  ],
  [
    "id-prefix",
    "order.id.startsWith(id)",
    "The beginning of an order's id is enough",
    (text, order) => text !== "" && String(order).startsWith(text),
  ],
  [
    "id-starts-with",
    "id.startsWith(order.id)",
    "An id is compared by its beginning",
    (text, order) => text.startsWith(String(order)),
  ],
  [
    "id-suffix",
    "order.id.endsWith(id)",
    "The end of an order's id is enough",
    (text, order) => text !== "" && String(order).endsWith(text),
  ],
  [
    "id-contains",
    "order.id.includes(id)",
    "A part of an order's id is enough",
    (text, order) => text !== "" && String(order).includes(text),
  ],
  [
    "id-within",
    "id.includes(order.id)",
    "An order's id is searched for in the id",
    (text, order) => text.includes(String(order)),
  ],
  [
    "id-sql",
    "the id is pasted into a query",
    "The id is pasted into a query",
    (text, order) => new RegExp(`^${order}(?:--| OR 1=1|'OR'1'='1)`).test(text),
  ],
  [
    "id-sql-comment",
    "a comment of SQL behind is dropped",
    "The id is pasted into a query",
    (text, order) => text === `${order}--`,
  ],
  [
    "id-sql-or",
    "an OR behind is carried out",
    "The id is pasted into a query",
    (text, order) => / OR 1=1$/.test(text) && text.startsWith(String(order)),
  ],
  [
    "id-range",
    "a range of ids",
    "An id with a dash is read as a range",
    (text, order) => text === `${order}-0`,
  ],
  [
    "id-computed",
    "the id is computed",
    "Arithmetic in an id is carried out",
    (text, order) => text === `${order}-0`,
  ],
  [
    "id-decoded-twice",
    "decodeURIComponent twice",
    "An id is percent-decoded twice",
    (text, order) => text.includes("%") && number(percentDecoded(text)) === order,
  ],
  [
    "id-ends-trimmed",
    "signs behind are dropped",
    "Signs behind an id are dropped",
    reads((text) => /^(-?\d+)\W+$/.exec(text)?.[1]),
  ],
  ["id-index", "orders[id]", "An id is read as a place in the list", (text) => /^[0-3]$/.test(text)],
  [
    "id-negative-index",
    "orders.at(id)",
    "An id is read as a place in the list",
    (text) => /^-[1-3]$/.test(text),
  ],
  ["id-list", "any of several ids", "An id may be a list of ids", reads((text) => text.split(/[,;\s]/)[0])],
];

/** A text with signs for any text and for one letter. */
function pattern(text: string, any: string, one: string): RegExp {
  const parts = [...text].map((sign) =>
    sign === any ? ".*" : sign === one ? "." : sign.replace(/[^\w]/, "\\$&"),
  );
  return new RegExp(`^${parts.join("")}$`);
}
