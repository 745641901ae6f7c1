/** Plays rows of the input model side by side, on orders in the states that they need. */

import type { Point } from "./input-model.ts";
import { callPoint } from "./points.ts";
import type { Run, Step } from "./run.ts";

/** Whether a row may count as one with a bad key; a scheme in lower case may, and may cause a lock-out. */
const isBad = ({ credential }: Point) => credential !== "key";

/** Selects the rows that a step plays. */
export type Selection = (point: Point) => boolean;

export const withKey =
  (select: Selection): Selection =>
  (point) =>
    !isBad(point) && select(point);
export const withoutKey =
  (select: Selection): Selection =>
  (point) =>
    isBad(point) && select(point);
export const early =
  (select: Selection): Selection =>
  (point) =>
    point.turn === "early" && select(point);
export const late =
  (select: Selection): Selection =>
  (point) =>
    point.turn === "late" && select(point);

/** A step that plays the late rows of another step, after orders were cancelled. */
export const onceMore = (part: Step["part"], name: string, select: Selection): Step => ({
  part,
  name: `${name} once more`,
  play: (run) => playPoints(run, late(select)),
});

/**
 * @param pending the pending order that these rows name
 */
export async function playPoints(run: Run, select: Selection, pending?: bigint): Promise<void> {
  const { caller, points, turns, given, roles } = run;
  const cancelled = roles.first === undefined ? [] : [roles.first];
  const orders = {
    none: [],
    pending: pending === undefined ? [] : [pending],
    // All rows name one order: of two, each could be lost in a different way.
    shipped: given.shipped.slice(0, 1).map(caller.standIn),
    cancelled,
  };
  const call = (point: Point) => {
    const choice = orders[point.state];
    const order = choice[turns.next(`${point.state} order`) % Math.max(1, choice.length)];
    return callPoint(caller, point, order, turns);
  };
  const chosen = points.filter(select);
  const isExpensive = (point: Point) => run.hasLargeLists && point.operation !== "cancel" && !isBad(point);
  await Promise.all(chosen.filter((point) => !isExpensive(point)).map(call));
  for (const point of chosen.filter(isExpensive)) await call(point);
}
