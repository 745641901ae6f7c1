import type { Steps } from "../../base/steps.ts";
import type { Profile } from "../../spec/open-questions.ts";
import type { OrderBase } from "../core/order-store.ts";
import { renderBase } from "../http/list-orders.ts";
import { measureOrders } from "./world-memory.ts";

/** Does ahead, in steps, what a world's reset to orders and its first list would have to do at once. */
export function* makeReady(base: OrderBase, profile: Profile): Steps<void> {
  yield* measureOrders(base.orders);
  yield* renderBase(base, profile);
}
