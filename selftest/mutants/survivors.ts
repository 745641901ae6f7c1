/** Mutants that break the document and that the suite does not catch, and why: what they are described by. */
const unframed =
  "In process no header is framed; over a port such an answer does not arrive, and that is judged.";
const refusedQuery = "A list with a query that is refused, by whatever 4xx, is not filtered.";

export const survivors: readonly { readonly what: RegExp; readonly reason: string }[] = [
  {
    what: /^mocks\/http\/cors\.ts:.*allowed\. \[has -> get\]/,
    reason: "A run sends the Origin of a page on this machine, and no other.",
  },
  { what: /^mocks\/http\/router\.ts: const mark = target\.indexOf\(/, reason: refusedQuery },
  { what: /^mocks\/http\/router\.ts:.*\[mark < 0 -> true\]/, reason: refusedQuery },
  { what: /^mocks\/http\/reply\.ts: "content-length": {2}\["0" -> /, reason: unframed },
  { what: /^mocks\/http\/reply\.ts: const whyHeader = /, reason: unframed },
  {
    what: /^mocks\/http\/admission\.ts:.*authorization\.slice\( \[0 -> \(1\)\] , space\)/,
    reason: "Of schemes that end with Bearer X-Bearer is tried, and no other.",
  },
];
