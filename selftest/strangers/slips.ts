/** Wrong strangers that the suite does not catch, and why. */

const notAsked = (what: string, ids: readonly string[]) =>
  ids.map((id) => [id, `Not asked: ${what}.`] as const);

export const slips: ReadonlyMap<string, string> = new Map([
  ...notAsked("a key without its first letter", ["key-first-dropped"]),
  ...notAsked("an Accept of HTML, XML or CSV", [
    "key-none-for-browsers",
    "error-xml-for-browsers",
    "list-csv-on-ask",
    "list-xml-on-ask",
    "list-html-on-ask",
    "cancel-html-redirect",
    "two-stores-by-accept",
  ]),
  ...notAsked("ranges and preferences", [
    "list-range-header",
    "list-prefer-maxpagesize",
    "cancel-body-on-prefer",
  ]),
  ...notAsked("the first cancel of an order with a query, or by another method", [
    "free-method-override",
    "cancel-without-effect-on-query",
    "id-query-id",
  ]),
  ...notAsked("this spelling of the path", [
    "free-dot-segments",
    "id-sub-resource",
    "id-sub-resource-any-depth",
  ]),
  ...notAsked("this text as an id, of the many there are", [
    "404-for-text-is-text",
    "id-cut-newline",
    "id-cut-slash",
    "id-slug-number",
    "id-hash",
    "id-sql",
    "id-index-from-one",
    "id-hex-unmarked",
  ]),
  ...notAsked("a first cancel on a connection that was used before", [
    "cancel-without-effect-on-kept-connection",
    "wire-204-with-body-on-kept-connection",
  ]),
  ["key-cached-list", "It lasts 40 ms: seen where a call without a key comes that soon after a list."],
  [
    "key-remembered-by-address",
    "It lasts 30 ms: seen where a call without a key comes that soon after one with it.",
  ],
  ["key-in-a-global", "A race of some milliseconds between a call with a key and one without."],
  ["key-cached-refusal", "It lasts 20 ms: seen where a list comes that soon after a refused one."],
  ["list-torn-while-cancelling", "It lasts 10 ms: seen where a list comes while a cancel is under way."],
  ["list-bad-utf8", "Bytes that are no UTF-8 are read as JavaScript reads them."],
  ["again-ships", "From outside, an order that ships after it was cancelled is refused as before."],
  ["cancel-completes-others", "How complete changes is not shown, but that nobody named these orders."],
  [
    "cancel-takes-rounded",
    "Neighbours beyond 2^53 are cancelled together: their own cancels are refused as repeated.",
  ],
  ["cancel-takes-same-low-32-bits", "No two given orders have the same low 32 bits."],
]);
