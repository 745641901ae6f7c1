/** What cancelling and shipping do to an order, state by state (section 3). */

import type { OrderStatus } from "../../spec/wire.ts";

/** `refused` leaves the order as it was. */
export type TransitionOutcome = "done" | "refused";

interface Transition {
  readonly next: OrderStatus;
  readonly outcome: TransitionOutcome;
}

/** Rule 1: only a pending order can be cancelled. Rule 2: shipping cannot be reversed. */
export const transitions: Readonly<Record<"cancel" | "ship", Readonly<Record<OrderStatus, Transition>>>> = {
  cancel: {
    pending: { next: "cancelled", outcome: "done" },
    shipped: { next: "shipped", outcome: "refused" },
    cancelled: { next: "cancelled", outcome: "refused" },
  },
  // How an order ships is not shown (rule 4); the mock's control plane needs a way all the same.
  ship: {
    pending: { next: "shipped", outcome: "done" },
    shipped: { next: "shipped", outcome: "refused" },
    cancelled: { next: "cancelled", outcome: "refused" },
  },
};
