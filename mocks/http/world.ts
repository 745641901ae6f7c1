/** What one world of the mock consists of: its orders, its profile, the list's bytes. */

import type { Profile } from "../../spec/open-questions.ts";
import { createOrderStore, type OrderBase, type OrderStore } from "../core/order-store.ts";
import { createListBytes, type ListBytes } from "./list-bytes.ts";

export interface World {
  readonly store: OrderStore;
  profile: Profile;
  readonly listBytes: () => ListBytes;
}

export function createWorld(base: OrderBase, profile: Profile): World {
  const store = createOrderStore(base);
  const world: World = { store, profile, listBytes: createListBytes(store, () => world.profile) };
  return world;
}
