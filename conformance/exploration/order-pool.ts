/** Supplies unused orders for each history. */

import {
  type GivenOrders,
  type OrderCounts,
  readGivenOrders,
  wantedOrders,
} from "../evidence/given-orders.ts";
import { type Call, isBad } from "../evidence/read-call.ts";
import type { Arrangement, Target } from "../targets/target.ts";

export interface OrderPool {
  /** Whether new orders can always be made. */
  readonly isRenewable: boolean;
  /** Numbers of named orders: given in all, and used by some call. */
  readonly counts: { readonly given: number; readonly used: number };
  /** Takes as many orders as there are, up to those wanted. */
  take(wanted: OrderCounts): Promise<Arrangement>;
  /** @param hasFailed whether a requirement was broken, so that the orders' states are unknown */
  giveBack(orders: GivenOrders, calls: readonly Call[], hasFailed: boolean): void;
}

/** New orders for each history. */
export function renewableOrders(arrange: NonNullable<Target["arrange"]>): OrderPool {
  return {
    isRenewable: true,
    counts: { given: 0, used: 0 },
    async take(wanted) {
      const made = await arrange(wanted);
      const { pending, shipped } = readGivenOrders(made);
      return {
        ...made,
        pending: pending.slice(0, wanted.pending),
        shipped: shipped.slice(0, wanted.shipped),
      };
    },
    giveBack: () => undefined,
  };
}

/** Named orders: a pending one is used until a call may have cancelled it, a shipped one always. */
export function namedPool({ pending, shipped }: GivenOrders): OrderPool {
  const left = new Set(pending);
  const used = new Set<bigint>();
  return {
    isRenewable: false,
    get counts() {
      return { given: pending.length, used: used.size };
    },
    async take(wanted) {
      return { pending: [...left].slice(0, wanted.pending), shipped: shipped.slice(0, wanted.shipped) };
    },
    giveBack(orders, calls, hasFailed) {
      for (const order of orders.pending) {
        const naming = calls.filter(({ id, exchange }) => id?.value === order && !exchange.notSent);
        if (naming.length > 0) used.add(order);
        if (hasFailed || naming.some(({ credential }) => !isBad(credential))) left.delete(order);
      }
    },
  };
}

/** Splits named orders between the run's own calls and exploration. Both use the shipped ones. */
export function shareOrders({ pending, shipped, isRenewable = false }: Arrangement, isExploring: boolean) {
  const half = Math.min(wantedOrders.pending, Math.max(2, Math.ceil(pending.length / 2)));
  const count = isExploring && !isRenewable ? half : pending.length;
  return {
    run: { pending: pending.slice(0, count), shipped },
    rest: { pending: pending.slice(count), shipped },
  };
}
