/** What one can do to a mock besides calling the API. The same methods serve tests in process and HTTP. */

import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { BadInput } from "../../spec/bad-input.ts";
import {
  type Health,
  healthService,
  type ProviderStateAnswer,
  type ProviderStateRequest,
} from "../../spec/control-protocol.ts";
import type { Profile } from "../../spec/open-questions.ts";
import { createOrderBase, type OrderBase, ordersOf } from "../core/order-store.ts";
import type { World } from "../http/world.ts";
import { type OrderSource, ordersFrom } from "./order-source.ts";
import { createProviderStates } from "./provider-states.ts";

export interface Control {
  health(): Health;
  /** Every order with its status, cancelled ones too. */
  orders(): FixtureOrder[];
  /** @throws {BadInput} when the order is not pending */
  ship(id: bigint): FixtureOrder;
  /** Back to the start, or to another start: members left out stay as they were. */
  reset(source?: Partial<OrderSource>): Health;
  profile(): Profile;
  setProfile(profile: Profile): Profile;
  providerState(request: ProviderStateRequest): ProviderStateAnswer;
}

/** An order that the control plane was asked about is not there. */
export class UnknownOrder extends Error {
  override name = "UnknownOrder";
}

export function createControl(world: World, initialSource: OrderSource, version: string): Control {
  const startProfile = world.profile;
  let source = initialSource;
  let base: OrderBase = world.store.base;
  const states = createProviderStates(world.store);

  const control: Control = {
    health: () => ({
      service: healthService,
      version,
      seed: source.seed,
      orders: [...ordersOf(world.store)].length,
    }),
    orders: () => [...ordersOf(world.store)],
    ship(id) {
      const { outcome, before } = world.store.ship(id);
      if (outcome === "unknown") throw new UnknownOrder(`Cannot ship order ${id}: there is no such order.`);
      if (outcome === "refused") {
        throw new BadInput(`Cannot ship order ${id}: only a pending order ships, and this one is ${before}.`);
      }
      return world.store.find(id)!;
    },
    reset(changes = {}) {
      const next = { ...source, ...changes };
      if (Object.keys(changes).length > 0) base = createOrderBase(ordersFrom(next));
      source = next;
      world.profile = startProfile;
      world.store.reset(base);
      states.forget();
      return control.health();
    },
    profile: () => world.profile,
    setProfile(profile) {
      world.profile = profile;
      return profile;
    },
    providerState: (request) => states.answer(request),
  };
  return control;
}
