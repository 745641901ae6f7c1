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
  const lockedOut = lockOut(history);
  if (lockedOut !== undefined)
    warnings.push(
      `After calls with bad keys the valid key is refused with ${lockedOut}: the server locks out, and what came after is not judged.`,
    );
  return warnings;
}

/** The status with which the valid key is refused to the end, once bad keys were tried; undefined where it is not. */
export function lockOut({ lists, calls }: History): number | undefined {
  const lastList = lists.at(-1)?.call.endedAt ?? 0;
  const refused = calls.filter(
    ({ operation, isPlain, credential, status, sentAt }) =>
      operation === "list" &&
      isPlain &&
      credential === "valid" &&
      sentAt >= lastList &&
      (status === 401 || status === 403),
  );
  return refused.length >= 3 ? refused[0]!.status : undefined;
}
