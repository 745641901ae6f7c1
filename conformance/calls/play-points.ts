/** Plays rows of the input model side by side, on orders in the states that they need. */

import type { Point } from "./input-model.ts";
import { callPoint } from "./points.ts";
import type { Run, Step } from "./run.ts";

/** A scheme in lower case may count as a bad key, and lock out. */
const isBad = ({ credential }: Point) => credential !== "key";

/** Which rows a step plays. */
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

/** What a step tried, in a world where orders are cancelled and refusals are forgotten. */
export const onceMore = (part: Step["part"], name: string, select: Selection): Step => ({
  isAside: true,
  part,
  name: `${name} once more`,
  play: (run) => playPoints(run, late(select)),
});

/**
 * @param pending the pending order that stands what these rows try
 */
export async function playPoints(run: Run, select: Selection, pending?: bigint): Promise<void> {
  const { caller, points, turns, given, roles } = run;
  const cancelled = roles.first === undefined ? [] : [roles.first];
  const orders = {
    none: [],
    pending: pending === undefined ? [] : [pending],
    shipped: given.shipped,
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
