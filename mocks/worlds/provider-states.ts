/**
 * Orders made on request, in Pact's wire form: `setup` adds them, `teardown`
 * takes them away again.
 */

import { readId } from "../../base/ids.ts";
import {
  type ProviderStateAnswer,
  type ProviderStateRequest,
  providerStates,
} from "../../spec/control-protocol.ts";
import type { OrderStatus } from "../../spec/wire.ts";
import { field } from "../core/field.ts";
import type { OrderStore } from "../core/order-store.ts";

/** Ids are looked for from here when none are requested: past 2^53, where a double no longer counts by one. */
const firstOwnId = 2n ** 53n + 1n;

const orderId = field("an order id, an int64 in digits", readId);

/** What setups have made in a world, as JSON can carry it: ids by state, for the teardown. */
export type MadeOrders = Readonly<Record<string, readonly string[]>>;

interface StatefulWorld {
  readonly store: OrderStore;
  made?: MadeOrders | undefined;
}

/** @throws {BadInput} */
export function answerProviderState(
  world: StatefulWorld,
  request: ProviderStateRequest,
): ProviderStateAnswer {
  const { state, params = {}, action = "setup" } = request;
  if (action === "teardown") return teardown(world, state, params.ids);
  if (state === providerStates.absent) {
    world.store.remove(orderId.read(params.id, "params.id"));
    return { ids: [] };
  }
  const status = state === providerStates.shipped ? "shipped" : "pending";
  return setup(world, state, status, params.count ?? params.ids?.length ?? 1, params.ids ?? []);
}

function setup(
  world: StatefulWorld,
  state: string,
  status: OrderStatus,
  count: number,
  requestedIds: readonly string[],
): ProviderStateAnswer {
  const { store } = world;
  const requested = requestedIds.map((requestedId, index) =>
    orderId.read(requestedId, `params.ids[${index}]`),
  );
  const before = world.made?.[state] ?? [];
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
  world.made = { ...world.made, [state]: [...before, ...ids] };
  return { ids };
}

/** Takes away what the state's setups made; of that only the ids named, where some are. */
function teardown(
  world: StatefulWorld,
  state: string,
  named: readonly string[] | undefined,
): ProviderStateAnswer {
  const ids = world.made?.[state] ?? [];
  const gone = new Set(named ? ids.filter((id) => named.includes(id)) : ids);
  for (const id of gone) world.store.remove(BigInt(id));
  world.made = { ...world.made, [state]: ids.filter((id) => !gone.has(id)) };
  return { ids: [...gone] };
}
