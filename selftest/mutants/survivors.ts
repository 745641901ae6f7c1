/** Mutants that break the document and that the suite does not catch, and why: what they are described by. */
export const survivors: readonly { readonly what: RegExp; readonly reason: string }[] = [
  { what: /^mocks\/http\/cors\.ts:/, reason: "No call of the suite sends an Origin." },
  {
    what: /^mocks\/http\/router\.ts: const mark = target\.indexOf\(/,
    reason: "A list with a query that is refused, by whatever 4xx, is not filtered.",
  },
];
