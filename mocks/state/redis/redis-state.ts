/**
 * State that any number of mocks share, in Redis or Valkey (`--state redis://`). Redis holds what there is;
 * each mock has copies of the worlds it was asked for, and no answer goes out before Redis has said that the
 * copy it came from is what the world is.
 */

import { BadInput } from "../../../base/bad-input.ts";
import type { FixtureOrder } from "../../../fixtures/fixture-order.ts";
import type { WorldSummary } from "../../../spec/control-protocol.ts";
import type { MockReply } from "../../http/reply.ts";
import { startWorldName } from "../../http/world.ts";
import type { MockEvent } from "../../worlds/events.ts";
import { type SharedNeeds, StateRefused } from "../../worlds/sharing.ts";
import type { OrderStart, WorldLimits, WorldStart } from "../../worlds/world-state.ts";
import type { SharedStorage, Worlds } from "../../worlds/worlds.ts";
import type { RedisAddress } from "./redis-address.ts";
import { within } from "./redis-connection.ts";
import { SharedStore } from "./shared-store.ts";
import { SharedWorld, type Waiting } from "./shared-world.ts";
import { formatStartFacts, readStartFacts, reasonOf } from "./start-facts.ts";
import { parseEvents } from "./world-copy.ts";

export interface RedisStateOptions {
  readonly address: RedisAddress;
  /** Before every key. */
  readonly prefix?: string | undefined;
  /** Milliseconds that a request waits for Redis. */
  readonly waitMs?: number | undefined;
  /** Called with the reason when the connection is lost; once until it is back. */
  readonly onLost?: (reason: string) => void;
  readonly onBack?: () => void;
}

export const defaultStatePrefix = "store-orders:";
const defaultWaitMs = 5000;
/** A health check is not to wait as long as its sender. */
const healthWaitMs = 1000;
/** Maximum number of copies of worlds without listeners. Redis has all worlds. */
const maxCopies = 2000;

/** @throws {BadInput} where Redis cannot be reached, or holds what this kit does not know */
export async function openRedisState(options: RedisStateOptions): Promise<RedisState> {
  const state = new RedisState(options);
  await state.open();
  return state;
}

export class RedisState implements SharedStorage, Disposable {
  readonly #options: RedisStateOptions;
  readonly #waitMs: number;
  readonly #store: SharedStore;
  readonly #copies = new Map<string, SharedWorld>();
  /** Whether other mocks, or an earlier run, have decided where worlds start from. */
  isOld = false;
  /** Set by `begin`. */
  start!: WorldStart;

  constructor(options: RedisStateOptions) {
    const { address, prefix = defaultStatePrefix, waitMs = defaultWaitMs } = options;
    this.#options = options;
    this.#waitMs = waitMs;
    this.#store = new SharedStore(prefix, address.database);
  }

  async open(): Promise<void> {
    const { address, onLost, onBack } = this.#options;
    try {
      await this.#store.open({
        url: address.url,
        onMessage: (message) => this.#deliver(message),
        onConnected: () => this.#resume(),
        onLost,
        onBack,
      });
    } catch (error) {
      if (error instanceof BadInput) throw error;
      this.#refuse(...reasonOf(error as Error));
    }
    this.isOld = this.#store.facts !== undefined;
  }

  /** Decides where worlds start from, unless another mock did. Called before the mock is made. @throws {BadInput} */
  async begin(make: () => WorldStart): Promise<void> {
    const refuse = (fact: string, next: string) => this.#refuse(fact, next);
    if (!this.#store.facts)
      await this.#store.begin(formatStartFacts(make())).catch((error: Error) => refuse(...reasonOf(error)));
    this.start = readStartFacts(this.#store.facts!, refuse);
  }

  now = (): number => this.#store.now();

  get isReady(): boolean {
    return this.#store.connection.isReady;
  }

  join(worlds: Worlds, limits: WorldLimits): void {
    try {
      this.#store.join(worlds, limits);
    } catch (error) {
      this.#refuse(...reasonOf(error as Error));
    }
  }

  async answer(needs: SharedNeeds, run: () => MockReply, instead?: () => MockReply): Promise<MockReply> {
    if (needs.follows) await this.#store.connection.listen();
    if (!instead) return this.#take(needs, run, this.#waitMs);
    if (!this.isReady) return instead();
    return within(healthWaitMs, this.#take(needs, run, healthWaitMs)).then(
      (reply) => (reply.status === 503 ? instead() : reply),
      instead,
    );
  }

  emit(event: MockEvent): void {
    this.#copies.get(event.world)?.batch?.events.push(event);
  }

  summaries(): readonly WorldSummary[] {
    return this.#store.summaries;
  }

  drop(names: readonly string[], idleSeconds?: number): void {
    const batch = this.#copies.get(startWorldName)?.batch;
    // By the clock that the summaries are by: those are dropped that are counted.
    const usedUntil = idleSeconds === undefined ? undefined : this.#store.summarizedAt - idleSeconds * 1000;
    if (batch) batch.drop = { names, usedUntil };
  }

  startAll(from: OrderStart): void {
    const batch = this.#copies.get(startWorldName)?.batch;
    if (batch) batch.startAll = from;
  }

  startOrders(): readonly FixtureOrder[] {
    return this.start.orders;
  }

  restart(): never {
    return this.#refuse("its orders cannot be replaced for all worlds at once", "Reset the worlds instead.");
  }

  worldNames(): readonly string[] {
    return [];
  }

  world(name: string): SharedWorld {
    const copies = this.#copies;
    const copy = copies.get(name) ?? new SharedWorld(name, this.#store);
    // Those used last come last.
    copies.delete(name);
    copies.set(name, copy);
    for (const [oldest, idle] of copies) {
      if (copies.size <= maxCopies) break;
      if (oldest === startWorldName || oldest === name || !idle.isIdle) continue;
      idle.forget();
      copies.delete(oldest);
    }
    return copy;
  }

  [Symbol.dispose](): void {
    this.#store.connection.close();
  }

  #refuse(fact: string, next: string): never {
    throw new BadInput(`Cannot use --state ${this.#options.address.shown}: ${fact}. ${next}`);
  }

  #take(needs: SharedNeeds, run: Waiting["run"], wait: number): Promise<MockReply> {
    const { promise, resolve, reject } = Promise.withResolvers<MockReply>();
    const refuse = (reply: MockReply) => reject(new StateRefused(reply));
    this.world(needs.world).take({ needs, run, deadline: performance.now() + wait, finish: resolve, refuse });
    return promise;
  }

  #deliver(message: string): void {
    const name = message.slice(0, message.indexOf("\n"));
    try {
      for (const world of name === "*" ? this.#copies.keys() : [name]) {
        const events = this.#copies.get(world)?.state?.events;
        if (events?.hasFollowers) for (const event of parseEvents(message, world)) events.deliver(event);
      }
    } catch {
      // A damaged message: events may be missing.
      this.#resume();
    }
  }

  /** After a lost connection, events of the meantime are missing. */
  #resume(): void {
    for (const { name, state } of this.#copies.values())
      if (state?.events?.hasFollowers) state.events.deliver({ event: "restored", world: name });
  }
}
