/** Why a result is no pass, in one sentence or two. */

import type { Result } from "../report.ts";

export function resultMessage(result: Result): string {
  const { expected, received, reason, outcome } = result;
  const fact =
    expected === null ? (reason ?? outcome) : `Expected ${expected}, received ${received ?? "nothing"}.`;
  const known = knownMessage(result);
  return known === undefined ? fact : `${fact} ${known}`;
}

/** What the baseline says of a known failure. */
export function knownMessage({ known }: Result): string | undefined {
  return known === null ? undefined : `Known until ${known.expires}: ${known.reason}`;
}
