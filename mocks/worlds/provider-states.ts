/** Orders made on request, in Pact's wire form: `setup` adds them, `teardown` removes them. */

import { readId } from "../../base/ids.ts";
import {
  type ProviderStateAnswer,
  type ProviderStateRequest,
  providerStates,
} from "../../spec/control-protocol.ts";
import type { OrderStatus } from "../../spec/wire.ts";
import { field } from "../core/field.ts";
import type { OrderStore } from "../core/order-store.ts";

/** The first id that is tried when none are requested: beyond 2^53, where a double does not have every integer. */
const firstOwnId = 2n ** 53n + 1n;

const orderId = field("an order id, an int64 in digits", readId);

/** Orders that setups created in a world, for the teardown: ids by state, as JSON. */
export type MadeOrders = Readonly<Record<string, readonly string[]>>;

interface StatefulWorld {
  readonly store: OrderStore;
  made?: MadeOrders | undefined;
}

/** Sets up a state, or removes the orders that its setups made: all, or those with the named ids. @throws {BadInput} */
export function answerProviderState(
  world: StatefulWorld,
  { state, params = {}, action }: ProviderStateRequest,
): ProviderStateAnswer {
  const { store, made = {} } = world;
  const before = made[state] ?? [];
  if (action === "teardown") {
    const named = new Set(params.ids ?? before);
    const gone = [...new Set(before)].filter((id) => named.has(id));
    for (const id of gone) store.remove(BigInt(id));
    world.made = { ...made, [state]: before.filter((id) => !named.has(id)) };
    return { ids: gone };
  }
  if (state === providerStates.absent) {
    store.remove(orderId.read(params.id, "params.id"));
    return { ids: [] };
  }
  const ids = putOrders(store, state === providerStates.shipped ? "shipped" : "pending", params);
  world.made = { ...made, [state]: [...before, ...ids] };
  return { ids };
}

function putOrders(
  store: OrderStore,
  status: OrderStatus,
  { ids: wanted, count = wanted?.length ?? 1 }: NonNullable<ProviderStateRequest["params"]>,
): readonly string[] {
  const requested = (wanted ?? []).map((id, index) => orderId.read(id, `params.ids[${index}]`));
  const ids: string[] = [];
  let next = firstOwnId;
  while (ids.length < count) {
    let id = requested[ids.length];
    if (id === undefined || store.find(id)) {
      while (store.find(next)) next++;
      id = next;
    }
    const shipDate = status === "shipped" ? "2025-12-20T09:00:00Z" : "2026-02-20T09:00:00Z";
    store.put({ id, petId: 1n, quantity: 1n, shipDate, complete: status === "shipped", status });
    ids.push(String(id));
  }
  return ids;
}
