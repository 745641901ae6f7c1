/** Independent wrong servers that the suite does not catch, and why. */

const notAsked = (what: string, ids: readonly string[]) =>
  ids.map((id) => [id, `Not asked: ${what}.`] as const);

export const slips: ReadonlyMap<string, string> = new Map([
  ...notAsked("the first cancel of an order with a query or a preference, which a server may refuse", [
    "cancel-without-effect-on-query",
    "cancel-body-on-prefer",
  ]),
  ...notAsked("a path below an order: operations there may be, and are not shown", [
    "id-sub-resource",
    "id-sub-resource-any-depth",
  ]),
  ...notAsked("the number 1, which may be somebody's order", ["id-index-from-one"]),
  ...notAsked("an id in the query of a cancel that names another", ["id-query-id"]),
  ...notAsked("a cancel without an Accept and one with it, of the same order", ["two-stores-by-accept"]),
  ...notAsked(
    "an id that wraps, or is a place in the list, of an order beside the few that stand ids like their own",
    ["id-wrap-u32", "id-index"],
  ),
  ...notAsked("a fraction that rounds up to a given order, of the number below it", ["id-rounded-up"]),
  ["404-for-text-is-text", "The 404 of an id that is none is a router's, and not the document's."],
  ["id-cut-newline", "White space around a number leaves the number."],
  ["id-hex-unmarked", "Only some numbers have hexadecimal digits that are none of a decimal number."],
  ["key-cached-list", "It lasts 40 ms: seen where a call without a key comes that soon after a list."],
  [
    "key-remembered-by-address",
    "It lasts 30 ms: seen where a call without a key comes that soon after one with it.",
  ],
  ["key-in-a-global", "A race of some milliseconds between a call with a key and one without."],
  ["key-cached-refusal", "From outside, a lock-out for 20 ms after each bad key: it is told."],
  ["list-torn-while-cancelling", "It lasts 10 ms: seen where a list comes while a cancel is under way."],
  ["again-ships", "From outside, an order that ships after it was cancelled is refused as before."],
  ["cancel-completes-others", "How complete changes is not shown, but that nobody named these orders."],
  [
    "cancel-takes-rounded",
    "Neighbours beyond 2^53 are cancelled together: their own cancels are refused as repeated.",
  ],
  [
    "id-base-36",
    "Ids like its own are tried on an order that has a neighbour in doubles, which a reader of doubles loses in base 36.",
  ],
  ["cancel-takes-same-low-32-bits", "No two given orders have the same low 32 bits."],
]);
