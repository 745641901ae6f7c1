/** Plays rows of the input model side by side, on orders in the states that they need. */

import { callRow } from "./call-row.ts";
import type { ModelRow } from "./input-model.ts";
import type { Run, Step } from "./run.ts";

/** Whether a row may count as one with a bad key. A scheme in lower case may, and may cause a lock-out. */
const isBad = ({ credential }: ModelRow) => credential !== "key";

/** Selects the rows that a step plays. */
export type Selection = (row: ModelRow) => boolean;

export const withKey =
  (select: Selection): Selection =>
  (row) =>
    !isBad(row) && select(row);
export const withoutKey =
  (select: Selection): Selection =>
  (row) =>
    isBad(row) && select(row);
export const early =
  (select: Selection): Selection =>
  (row) =>
    row.phase === "early" && select(row);
export const late =
  (select: Selection): Selection =>
  (row) =>
    row.phase === "late" && select(row);

/** A step that plays the late rows of another step, after orders were cancelled. */
export const onceMore = (part: Step["part"], name: string, select: Selection): Step => ({
  part,
  name: `${name} once more`,
  play: (run) => playRows(run, late(select)),
});

/**
 * @param pending the pending order that these rows name
 */
export async function playRows(run: Run, select: Selection, pending?: bigint): Promise<void> {
  const { caller, rows, formCounter, given, roles } = run;
  const cancelled = roles.first === undefined ? [] : [roles.first];
  const orders = {
    none: [],
    pending: pending === undefined ? [] : [pending],
    // All rows name one order: of two, each could be lost in a different way.
    shipped: given.shipped.slice(0, 1).map(caller.standIn),
    cancelled,
  };
  const call = (row: ModelRow) => {
    const choice = orders[row.state];
    const order = choice[formCounter.next(`${row.state} order`) % Math.max(1, choice.length)];
    return callRow(caller, row, order, formCounter);
  };
  const chosen = rows.filter(select);
  const isExpensive = (row: ModelRow) => run.hasLargeLists && row.operation !== "cancel" && !isBad(row);
  await Promise.all(chosen.filter((row) => !isExpensive(row)).map(call));
  for (const row of chosen.filter(isExpensive)) await call(row);
}
