/** Where green may mislead: what the run saw that no rule forbids and hardly anybody means. */

import type { History } from "../history/history.ts";

export function warningsOf(history: History): readonly string[] {
  const { lists, given, calls } = history;
  const warnings: string[] = [];
  const filled = lists.filter(({ list }) => list.count > 0);
  if (filled.length > 0 && filled.every(({ list }) => !list.hasDocumentedField))
    warnings.push(
      "No listed order carries a field of the document (id, petId, quantity, shipDate, complete): nothing about them is tested.",
    );
  const used = new Set(calls.flatMap(({ id }) => (id?.value === undefined ? [] : [id.value])));
  const unused = [...given.pending, ...given.shipped].filter((order) => !used.has(order));
  if (unused.length > 0)
    warnings.push(`${unused.length} of the given orders were not used: ${unused.slice(0, 5).join(", ")}.`);
  const lockedOut = calls.filter(({ isLockedOut }) => isLockedOut);
  if (lockedOut.length > 0)
    warnings.push(
      `After calls with bad keys the valid key is refused with ${lockedOut[0]!.status}, too: the server locks out. ${lockedOut.length} calls with the key came in that time and are not judged.`,
    );
  return warnings;
}

/** The status with which the valid key is refused to the end because of bad keys; undefined where it is not. */
export function lockOut({ calls }: History): number | undefined {
  const last = calls.findLast(({ credential }) => credential === "valid");
  return last?.isLockedOut ? last.status : undefined;
}
