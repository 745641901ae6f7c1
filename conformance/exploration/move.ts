/** A history to play: its calls as rows of the input model. */

import { isPossible, type ModelRow, mayBeCarriedOut } from "../calls/input-model.ts";
import type { OrderCounts } from "../evidence/given-orders.ts";

export interface Move {
  /** Its state is the one in which its order was given, whatever happened to the order since. */
  readonly row: ModelRow;
  /** The index of its order among the orders of that state. */
  readonly slot: number;
  /** The index of the form of each of its values. */
  readonly form: number;
  /** A number of a group: consecutive moves with the same number are sent at once. */
  readonly group: number;
}

/** The values of a usual call; drawn values replace them. */
export const plainRow: ModelRow = {
  operation: "list",
  path: "plain",
  credential: "key",
  id: "none",
  state: "none",
  query: "none",
  accept: "json",
  headers: "none",
  encoding: "none",
  phase: "early",
};

/** Whether the input model allows a row, also as the cancel of a pending order, which is a separate step in a run. */
export function canBePlayed(row: ModelRow): boolean {
  return isPossible(mayBeCarriedOut(row) ? { ...row, state: "shipped" } : row);
}

export function groupsOf(moves: readonly Move[]): readonly (readonly Move[])[] {
  const groups: Move[][] = [];
  for (const move of moves) {
    const last = groups.at(-1);
    if (last?.[0]?.group === move.group) last.push(move);
    else groups.push([move]);
  }
  return groups;
}

export const isConcurrent = (moves: readonly Move[]): boolean => groupsOf(moves).length < moves.length;

/** A history that can be played on any orders. */
export interface Program {
  readonly moves: readonly Move[];
  /** The number of orders that it needs; orders that no move names are watched. */
  readonly orders: OrderCounts;
}

/** The program without the orders that no move names. */
export function withNamedOrders({ moves }: Program): Program {
  const slotsOf = (state: string) => [
    ...new Set(moves.flatMap(({ row, slot }) => (row.state === state ? [slot] : []))),
  ];
  return {
    orders: { pending: slotsOf("pending").length, shipped: slotsOf("shipped").length },
    moves: moves.map((move) => ({ ...move, slot: slotsOf(move.row.state).indexOf(move.slot) })),
  };
}
