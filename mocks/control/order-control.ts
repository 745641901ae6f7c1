/** Operations on the orders of one world. */

import { BadInput } from "../../base/bad-input.ts";
import { copyJson } from "../../base/json.ts";
import type { FixtureInput, FixtureOrder } from "../../fixtures/fixture-order.ts";
import {
  type BrokenBehaviour,
  ControlError,
  type ProviderStateAnswer,
  type ProviderStateRequest,
} from "../../spec/control-protocol.ts";
import { readMembers } from "../core/field.ts";
import { type OrderStore, ordersOf } from "../core/order-store.ts";
import { answerProviderState } from "../worlds/provider-states.ts";
import { type OrderPage, type OrderQuery, queryFields, searchOrders } from "../worlds/search-orders.ts";
import type { WorldState, Worlds } from "../worlds/worlds.ts";
import { readCount, readOrder, readOrderId, readState } from "./read-input.ts";

/** An id as a bigint, an exact number or digits. */
export type OrderId = bigint | number | string;

/** The mock that is controlled. */
export interface ControlledMock {
  readonly worlds: Worlds;
  readonly apiKeys: ReadonlySet<string>;
  readonly isReady: () => boolean;
  readonly broken?: BrokenBehaviour | undefined;
}

/** The methods are arrow functions, so that each can be passed on without the object. */
export class OrderControl {
  readonly #world: WorldState;
  readonly #now: () => number;

  constructor(world: WorldState, { worlds }: ControlledMock) {
    this.#world = world;
    this.#now = worlds.now;
  }

  /** Every order with its status, cancelled ones too. @param limit the maximum number of orders */
  orders = (limit?: number): FixtureOrder[] =>
    Array.from(ordersOf(this.current(), readCount(limit, "the number of orders")), copyJson);

  /** A page of the orders, filtered by state, beginning of the id or text, and sorted. @throws {BadInput} */
  searchOrders = (query: OrderQuery = {}): OrderPage =>
    copyJson(searchOrders(this.current(), readMembers(query, queryFields, "the query")));

  /** @throws {ControlError} */
  order = (id: OrderId): FixtureOrder => copyJson(this.#find(id, "show"));

  /** Adds an order. @throws {ControlError} where its id is used */
  add = (given: FixtureInput): FixtureOrder => {
    const order = readOrder(given, "add");
    if (this.current().find(order.id))
      throw new ControlError(
        409,
        "order_exists",
        `Cannot add order ${order.id}: there is one with this id. Use another id, or edit that order.`,
      );
    return this.put(order);
  };

  /** Adds an order, or replaces the one with its id. */
  put = (given: FixtureInput): FixtureOrder => {
    const order = readOrder(given, "put");
    this.#world.store.put(order);
    this.#wait(order.id);
    return this.#changed(order);
  };

  /** Removes an order completely; `add` puts it back. @throws {ControlError} */
  remove = (id: OrderId): FixtureOrder => {
    const order = this.#find(id, "remove");
    this.#world.store.remove(order.id);
    return this.#changed(order);
  };

  /** @throws {BadInput} when the order is not pending */
  ship = (given: OrderId): FixtureOrder => {
    const { id, status } = this.#find(given, "ship");
    const { store } = this.#world;
    if (store.ship(id) === "pending") return this.#changed(store.find(id)!);
    throw new BadInput(`Cannot ship order ${id}: only a pending order ships, and this one is ${status}.`);
  };

  providerState = (request: ProviderStateRequest): ProviderStateAnswer => {
    const answer = answerProviderState(this.#world, readState(request));
    for (const id of answer.ids) this.#wait(BigInt(id));
    return this.#changed(answer);
  };

  /** The orders, with due ones shipped. */
  protected current(): OrderStore {
    const { store, shipClock } = this.#world;
    shipClock?.advance(store, this.#now());
    this.#world.events?.emitOrders();
    return store;
  }

  #find(given: OrderId, verb: string): FixtureOrder {
    const id = readOrderId(given, verb);
    const order = this.current().find(id);
    if (order) return order;
    throw new ControlError(404, "order_not_found", `Cannot ${verb} order ${id}: there is no such order.`);
  }

  /** Starts the time after which an order ships. */
  #wait(id: bigint): void {
    this.#world.shipClock?.wait(id, this.#now());
  }

  /** Emits changed orders to listeners, and returns a copy of the result for the caller. */
  #changed<Value>(value: Value): Value {
    this.#world.events?.emitOrders();
    return copyJson(value);
  }
}
