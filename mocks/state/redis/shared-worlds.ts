/** The worlds of a mock that shares them: copies of those in use. An operation on several worlds takes effect in Redis. */

import { BadInput } from "../../../base/bad-input.ts";
import type { WorldSummary } from "../../../spec/control-protocol.ts";
import type { OrderStorage } from "../../core/order-storage.ts";
import type { OrderBase } from "../../core/order-store.ts";
import { startWorldName } from "../../http/world.ts";
import { type WorldState, Worlds, type WorldsOptions } from "../../worlds/worlds.ts";
import type { Changed } from "./exchange-script.ts";
import { type Exchange, SharedWorld } from "./shared-world.ts";
import { type EventsMessage, readEvents } from "./texts.ts";

type Copies = Map<string, SharedWorld>;

/** Maximum number of copies of worlds without listeners. Redis has all worlds. */
const maxCopies = 2000;

export class SharedWorlds extends Worlds {
  readonly #exchange: Exchange;
  /** In the order of last use. */
  readonly #copies: Copies;
  /** The worlds in Redis, as they were at that time of its clock. */
  #summaries: readonly WorldSummary[] = [];
  #summarizedAt = 0;

  constructor(options: WorldsOptions, first: OrderBase, exchange: Exchange) {
    const copies: Copies = new Map();
    // The journals are in Redis.
    super({ ...options, journalLength: 0, storage: { open: () => createNotes(first, copies) } });
    this.#copies = copies;
    this.#exchange = exchange;
  }

  copyOf(name: string): SharedWorld {
    const copies = this.#copies;
    if (!copies.has(name) && copies.size >= maxCopies) this.forgetOldest();
    const copy = copies.get(name) ?? new SharedWorld(name, this, this.#exchange);
    copies.delete(name);
    copies.set(name, copy);
    return copy;
  }

  /** Forgets the copy of a world, unless it is in use. @returns whether it was forgotten */
  override forget(name: string): boolean {
    if (name === startWorldName || this.#copies.get(name)?.isIdle !== true) return false;
    super.forget(name);
    return this.#copies.delete(name);
  }

  protected override forgetOldest(): boolean {
    for (const name of this.#copies.keys()) if (this.forget(name)) return true;
    return false;
  }

  /** The changes of the start world, which answers an operation on several worlds. */
  get #changes() {
    return this.copyOf(startWorldName).changes!;
  }

  /** The start world alone: the others get the new start at their next use. */
  override all(): readonly WorldState[] {
    return [this.start];
  }

  override startAll(from: OrderBase): void {
    this.#changes.startAll = from;
  }

  override summaries(): WorldSummary[] {
    return [...this.#summaries];
  }

  /** Takes the name, last use and number of changed orders of each world. */
  takeSummaries({ time, more }: Changed): void {
    this.#summarizedAt = time;
    this.#summaries = Array.from({ length: more.length / 3 }, (_, place) => {
      const [name, usedAt, changedOrders] = more.slice(3 * place);
      const idleSeconds = Math.max(0, Math.floor((time - Number(usedAt)) / 1000));
      return { name: name!, changedOrders: Number(changedOrders), idleSeconds };
    });
  }

  protected override has(name: string): boolean {
    return this.#summaries.some((world) => world.name === name);
  }

  protected override remove(names: readonly string[], idleSeconds?: number): void {
    for (const world of names.flatMap((name) => this.find(name) ?? [])) this.rememberStart(world);
    // By the clock of the summaries, so that exactly the counted worlds are dropped.
    const usedUntil = idleSeconds === undefined ? undefined : this.#summarizedAt - idleSeconds * 1000;
    this.#changes.drop = { names, usedUntil };
  }

  /** Passes a message of events on to the listeners of its worlds. */
  deliver(text: string): void {
    try {
      const message = JSON.parse(text) as EventsMessage;
      for (const name of message.world === "*" ? this.#copies.keys() : [message.world]) {
        const events = this.#copies.get(name)?.events;
        if (events?.hasFollowers) for (const event of readEvents(message, name)) events.deliver(event);
      }
    } catch {
      // Events are missing after a damaged message, too.
      this.resume();
    }
  }

  /** Emits `restored` after a lost connection, whose events are missing: listeners read everything again. */
  resume(): void {
    for (const [world, { events }] of this.#copies)
      if (events.hasFollowers) events.deliver({ event: "restored", world });
  }
}

/** A storage that notes the changes of copies. */
const createNotes = (first: OrderBase, copies: Copies): OrderStorage => ({
  orders: () => first.orders,
  worldNames: () => [],
  ownOrders: () => undefined,
  changes: () => [],
  restart() {
    throw new BadInput(
      "Cannot replace the orders of a shared state for all worlds at once. Reset the worlds instead.",
    );
  },
  write: (world, position, order) => copies.get(world)?.changes?.writes.set(position, order),
  reset: (world) => copies.get(world)?.noteReset(),
  drop: () => undefined,
});
