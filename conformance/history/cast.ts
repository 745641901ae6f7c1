/**
 * Which given order plays which part. Two pending orders and a shipped one are
 * enough for every must; with more, each part has an order of its own and the
 * blame for a lost one is exact.
 */

import { BadInput } from "../../base/bad-input.ts";

/** Orders a run may use up. */
export interface GivenOrders {
  readonly pending: readonly bigint[];
  readonly shipped: readonly bigint[];
}

export interface Cast {
  /** Pending: cancelled with the key, then once more. */
  readonly cancelled?: bigint;
  /** Pending: cancelled by several calls at once. */
  readonly raced?: bigint;
  /** Pending: attacked without the key. */
  readonly refused?: bigint;
  /** Pending: attacked by ids that look like its own. */
  readonly mangled?: bigint;
  /** Pending: only watched while another is cancelled. */
  readonly bystander?: bigint;
  readonly shipped?: bigint;
}
export type Part = keyof Cast;

/** How many orders of each kind give every part its own. */
export const wantedOrders = { pending: 5, shipped: 1 } as const;

/** @throws {BadInput} for an order that is given twice: it cannot play two parts that exclude each other */
export function castOrders({ pending, shipped }: GivenOrders): Cast {
  const given = [...pending, ...shipped];
  const twice = given.find((id, index) => given.indexOf(id) !== index);
  if (twice !== undefined)
    throw new BadInput(`Cannot judge with these orders: order ${twice} is given twice.`);
  const [first, second, third, fourth, fifth] = pending;
  const parts = {
    cancelled: first,
    raced: second,
    bystander: fifth ?? second,
    refused: third ?? first,
    mangled: fourth ?? third ?? first,
    shipped: shipped[0],
  };
  return Object.fromEntries(Object.entries(parts).filter(([, id]) => id !== undefined)) as Cast;
}

/** What a run lacks for a part, in words that say how to supply it. */
export function lackOf(part: Part): string {
  return part === "shipped"
    ? "It needs a shipped order: name one with --shipped-order."
    : "It needs two pending orders that may be cancelled for good: name them with --pending-order.";
}
