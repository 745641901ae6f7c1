/** Orders that the control plane removes from a world, so that each can be put back at its place. */

import { BadInput } from "../../base/bad-input.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { ControlError } from "../../spec/control-protocol.ts";
import type { WorldState } from "../worlds/world-state.ts";

/** Maximum number; beyond it the oldest are dropped. */
const maxRemoved = 1000;

export function removeOrder(world: WorldState, order: FixtureOrder): void {
  const position = world.store.remove(order.id);
  if (position === undefined) return;
  world.removed ??= new Map();
  // Added again, so that it is the newest.
  world.removed.delete(order.id);
  world.removed.set(order.id, { order, position });
  if (world.removed.size > maxRemoved) world.removed.delete(world.removed.keys().next().value!);
}

/** @throws {ControlError} @throws {BadInput} */
export function restoreOrder({ store, removed }: WorldState, id: bigint): FixtureOrder {
  const found = removed?.get(id);
  if (!found)
    throw new ControlError(
      404,
      "order_not_found",
      `Cannot restore order ${id}: it was not removed since the last reset. The last ${maxRemoved} are remembered.`,
    );
  if (store.find(id)) throw new BadInput(`Cannot restore order ${id}: there is one with this id again.`);
  const { order, position } = found;
  // Its place may be in use again.
  if (store.at(position)) store.put(order);
  else store.set(position, order);
  removed?.delete(id);
  return order;
}
