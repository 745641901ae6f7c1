/** Where answers say that a run was not given the orders it was told: that explains more than any failure below it. */

import type { History } from "../evidence/history.ts";
import { isBad } from "../evidence/read-credential.ts";

/** @returns a sentence, or none */
export function warnOfGivenOrders({ calls, given }: History): readonly string[] {
  const cancels = calls.filter(({ operation, status }) => operation === "cancel" && status !== undefined);
  const ofOrder = (order: bigint) => cancels.filter(({ id }) => id?.value === order);
  /** What its own cancel was answered first. */
  const firstAnswers = (orders: readonly bigint[]) =>
    orders.flatMap((order) => {
      const own = ofOrder(order).find(
        ({ credential, isPlain, isSpecial }) => isPlain && !isSpecial && !isBad(credential),
      );
      return own ? [own.status!] : [];
    });
  const pending = firstAnswers(given.pending);
  const shipped = firstAnswers(given.shipped);
  if (pending.length === 0) return [];

  if (pending.every((status) => status === 409) && shipped.length > 0 && shipped.every(isDone))
    return [
      "Each order that was given as pending was refused with 409, and what was given as shipped was cancelled: they may have been given the other way round.",
    ];
  const isAnyDone = given.pending.some((order) => ofOrder(order).some(({ status }) => isDone(status!)));
  if (isAnyDone || !pending.every((status) => status === 404 || status === 409)) return [];
  const answers = [...new Set(pending)].toSorted().join(" or ");
  return [
    `No order that was given as pending could be cancelled (${answers}): an earlier run may have used them up. Each run needs pending orders of its own.`,
  ];
}

const isDone = (status: number): boolean => status >= 200 && status < 300;
