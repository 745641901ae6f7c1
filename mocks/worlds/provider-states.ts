/**
 * Orders made on request, in Pact's wire form: `setup` adds them, `teardown`
 * takes them away again.
 */

import { BadInput, quoteValue, suggestName } from "../../base/bad-input.ts";
import { readId } from "../../base/ids.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import {
  type ProviderStateAnswer,
  type ProviderStateRequest,
  providerStates,
} from "../../spec/control-protocol.ts";
import type { OrderStatus } from "../../spec/wire.ts";
import type { OrderStore } from "../core/order-store.ts";

/** More orders than this are not made for one state. */
const maxCount = 1000;

/** Ids are looked for from here when none are requested: past 2^53, where a double no longer counts by one. */
const firstOwnId = 2n ** 53n + 1n;

export interface ProviderStates {
  answer(request: ProviderStateRequest): ProviderStateAnswer;
}

/** What setups have made in a world. */
export interface MadeOrders {
  /** Ids by state, for the teardown. */
  readonly ids: Map<string, readonly bigint[]>;
  /** Where to look for an id that is free. */
  next: bigint;
}

export function createProviderStates(world: {
  readonly store: OrderStore;
  made?: MadeOrders | undefined;
}): ProviderStates {
  const { store } = world;
  const made = (): MadeOrders => (world.made ??= { ids: new Map(), next: firstOwnId });

  function answer(request: ProviderStateRequest): ProviderStateAnswer {
    const { state, params = {}, action = "setup" } = request;
    const known: readonly string[] = Object.values(providerStates);
    if (!known.includes(state)) {
      throw new BadInput(
        `Cannot set up ${quoteValue(state)}: there is no such state. ${suggestName(state, known)}`,
      );
    }
    if (action === "teardown") return teardown(state, params.ids);
    if (state === providerStates.absent) {
      const id = expectId(params.id, "params.id");
      store.remove(id);
      return { ids: [] };
    }
    const status = state === providerStates.shipped ? "shipped" : "pending";
    return add(state, status, params.count ?? params.ids?.length ?? 1, params.ids ?? []);
  }

  function add(
    state: string,
    status: OrderStatus,
    count: number,
    requestedIds: readonly string[],
  ): ProviderStateAnswer {
    if (!Number.isInteger(count) || count < 1 || count > maxCount) {
      throw new BadInput(
        `Cannot set up ${quoteValue(state)}: params.count must be 1 to ${maxCount}, got ${quoteValue(count)}.`,
      );
    }
    const requested = requestedIds.map((requestedId, index) => expectId(requestedId, `params.ids[${index}]`));
    const ids: bigint[] = [];
    while (ids.length < count) {
      let id = requested[ids.length];
      if (id === undefined || store.find(id)) {
        while (store.find(made().next)) made().next++;
        id = made().next;
      }
      store.put(orderWith(id, status));
      ids.push(id);
    }
    made().ids.set(state, [...(made().ids.get(state) ?? []), ...ids]);
    return { ids: ids.map(String) };
  }

  /** Takes away what the state's setups made; of that only the ids named, where some are. */
  function teardown(state: string, named: readonly string[] | undefined): ProviderStateAnswer {
    const ids = made().ids.get(state) ?? [];
    const wanted = named && new Set(named);
    const gone = wanted ? ids.filter((id) => wanted.has(String(id))) : ids;
    const goneIds = new Set(gone);
    for (const id of gone) store.remove(id);
    made().ids.set(
      state,
      ids.filter((id) => !goneIds.has(id)),
    );
    made().next = firstOwnId;
    return { ids: gone.map(String) };
  }

  return { answer };
}

function expectId(value: unknown, place: string): bigint {
  const id = readId(value);
  if (id === undefined)
    throw new BadInput(`Cannot use ${place}: an order id is an int64 in digits, got ${quoteValue(value)}.`);
  return id;
}

function orderWith(id: bigint, status: OrderStatus): FixtureOrder {
  const shipped = status === "shipped";
  return {
    id,
    petId: 1n,
    quantity: 1n,
    shipDate: shipped ? "2025-12-20T09:00:00Z" : "2026-02-20T09:00:00Z",
    complete: shipped,
    status,
  };
}
