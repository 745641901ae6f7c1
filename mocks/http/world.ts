/** What one world of the mock consists of: its orders, its profile, the list's bytes. */

import type { Profile } from "../../spec/open-questions.ts";
import type { WorldKeeper } from "../core/order-keeper.ts";
import { createOrderStore, type OrderBase, type OrderStore } from "../core/order-store.ts";
import type { ByteBudget } from "./byte-budget.ts";
import { createListBytes, type ListBytes } from "./list-bytes.ts";

export interface World {
  readonly name: string;
  readonly store: OrderStore;
  profile: Profile;
  readonly listBytes: () => ListBytes;
  /** Near misses whose remedy this world has shown already; made at the first. */
  shownRemedies?: Set<string> | undefined;
}

/** The world of a key without a name. */
export const startWorldName = "default";

/** @param budget of the bytes that all worlds of a mock keep; by itself a world has one of its own */
export function createWorld(
  name: string,
  base: OrderBase,
  profile: Profile,
  keeper?: WorldKeeper,
  budget?: ByteBudget,
): World {
  const store = createOrderStore(base, keeper);
  const listBytes = createListBytes(store, () => world.profile, budget);
  const world: World = { name, store, profile, listBytes };
  return world;
}
