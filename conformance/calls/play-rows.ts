/** Plays rows of the input model side by side, on orders in the states that they need. */

import { callRow } from "./call-row.ts";
import type { ModelRow } from "./input-model.ts";
import type { Run } from "./run.ts";

/** A condition for rows; a step plays the rows that meet all of its conditions. */
export type Selection = (row: ModelRow) => boolean;

export const withKey: Selection = ({ credential }) => credential === "key";
/** A scheme in lower case counts as a bad key: it may cause a lock-out, too. */
export const withoutKey: Selection = (row) => !withKey(row);
export const early: Selection = ({ phase }) => phase === "early";
export const late: Selection = ({ phase }) => phase === "late";

export const selectRows = ({ rows }: Run, selections: readonly Selection[]): readonly ModelRow[] =>
  rows.filter((row) => selections.every((isMet) => isMet(row)));

/** @param pending the pending order that these rows name */
export async function playRows(run: Run, selections: readonly Selection[], pending?: bigint): Promise<void> {
  const { caller, given, roles } = run;
  const [shipped] = given.shipped;
  const orders = {
    none: undefined,
    pending,
    // All rows name one order: of two, each could be lost in a different way.
    shipped: shipped === undefined ? undefined : caller.standIn(shipped),
    cancelled: roles.first,
  };
  const call = (row: ModelRow) => callRow(caller, row, orders[row.state], run.nextForm);
  const chosen = selectRows(run, selections);
  const isExpensive = (row: ModelRow) => run.hasLargeLists && row.operation !== "cancel" && withKey(row);
  await Promise.all(chosen.filter((row) => !isExpensive(row)).map(call));
  for (const row of chosen.filter(isExpensive)) await call(row);
}
