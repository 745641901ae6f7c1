/** The orders that the control plane took out of a world, so that each can be put back where it was. */

import { BadInput } from "../../base/bad-input.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import type { OrderStore } from "../core/order-store.ts";
import { NotThere } from "./control.ts";

/** The oldest of more are forgotten. */
const mostRemoved = 1000;

interface Removed {
  readonly order: FixtureOrder;
  readonly position: number;
}

export class RemovedOrders {
  readonly #removed = new Map<bigint, Removed>();

  remove(store: OrderStore, order: FixtureOrder): void {
    const position = store.remove(order.id);
    if (position === undefined) return;
    // Named anew, so that it is the newest.
    this.#removed.delete(order.id);
    this.#removed.set(order.id, { order, position });
    if (this.#removed.size > mostRemoved) this.#removed.delete(this.#removed.keys().next().value!);
  }

  /** @throws {NotThere} @throws {BadInput} */
  restore(store: OrderStore, id: bigint): FixtureOrder {
    const removed = this.#removed.get(id);
    if (!removed)
      throw new NotThere(
        "order",
        `Cannot restore order ${id}: it was not removed since the last reset. The last ${mostRemoved} are remembered.`,
      );
    if (store.find(id)) throw new BadInput(`Cannot restore order ${id}: there is one with this id again.`);
    const { order, position } = removed;
    // Its place may have been taken meanwhile.
    if (store.at(position)) store.put(order);
    else store.set(position, order);
    this.#removed.delete(id);
    return order;
  }
}
