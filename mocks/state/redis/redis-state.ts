/**
 * State that several mocks share, in Redis or Valkey (`--state redis://`). Each mock has copies of the worlds that it
 * uses, and sends an answer only after Redis has confirmed that the copy was current.
 */

import { BadInput } from "../../../base/bad-input.ts";
import type { FixtureOrder } from "../../../fixtures/fixture-order.ts";
import type { WorldSummary } from "../../../spec/control-protocol.ts";
import type { WorldStorage } from "../../core/order-storage.ts";
import type { MockReply } from "../../http/reply.ts";
import { startWorldName } from "../../http/world.ts";
import type { SharedNeeds, SharedStorage } from "../../worlds/sharing.ts";
import type { OrderStart, WorldStart, WorldState } from "../../worlds/world-state.ts";
import { Worlds, type WorldsOptions } from "../../worlds/worlds.ts";
import type { RedisAddress } from "./redis-address.ts";
import {
  type ConnectionReports,
  NotReached,
  openConnection,
  type RedisConnection,
  within,
} from "./redis-connection.ts";
import { reasonOf, unreachable } from "./refusals.ts";
import { SharedStore } from "./shared-store.ts";
import { SharedWorld } from "./shared-world.ts";
import { type EventsMessage, readEvents } from "./texts.ts";

export interface RedisStateOptions extends ConnectionReports {
  readonly address: RedisAddress;
  /** The beginning of every key. */
  readonly prefix?: string | undefined;
  /** Milliseconds that a request waits for Redis. */
  readonly waitMs?: number | undefined;
  /** Called if Redis has no start of worlds yet. */
  readonly makeStart: () => WorldStart;
}

export const defaultStatePrefix = "store-orders:";
const defaultWaitMs = 5000;
/** Short, so that a health check is answered before its sender gives up. */
const healthWaitMs = 1000;
/** Maximum number of copies of worlds without listeners. Redis has all worlds. */
const maxCopies = 2000;

/** @throws {BadInput} if Redis cannot be reached, or has data that this kit cannot read */
export async function openRedisState(options: RedisStateOptions): Promise<RedisState> {
  const { address, prefix = defaultStatePrefix, waitMs = defaultWaitMs } = options;
  let connection: RedisConnection | undefined;
  let state: RedisState | undefined;
  try {
    connection = await openConnection(address.url, () => state?.resume(), options);
    // All databases of a server have the same channels.
    const channel = `${prefix}events@${address.database}`;
    state = new RedisState(connection, prefix, channel, waitMs);
    await state.begin(options.makeStart);
    return state;
  } catch (error) {
    connection?.close();
    if (error instanceof BadInput) throw error;
    const { cause = error } = error as Error;
    const [fact, next] = reasonOf(cause as Error);
    throw new BadInput(`Cannot use --state ${address.shown}: ${fact}. ${next}`);
  }
}

export class RedisState extends SharedStore implements SharedStorage, Disposable {
  readonly #waitMs: number;
  readonly #copies = new Map<string, SharedWorld>();

  constructor(connection: RedisConnection, prefix: string, channel: string, waitMs: number) {
    super(connection, prefix, channel);
    this.#waitMs = waitMs;
  }

  createWorlds(options: WorldsOptions): Worlds {
    // The journals are in Redis.
    const worlds = new SharedWorlds({ ...options, journalLength: 0 }, this);
    this.join(worlds, options);
    return worlds;
  }

  async answer(needs: SharedNeeds, run: () => MockReply): Promise<MockReply> {
    if (needs.isHealth && !this.isReady) throw unreachable();
    const { promise, resolve, reject } = Promise.withResolvers<MockReply>();
    const waitMs = needs.isHealth ? healthWaitMs : this.#waitMs;
    this.copyOf(needs.world).take({ needs, run, deadline: performance.now() + waitMs, resolve, reject });
    if (needs.isHealth) return within(healthWaitMs, promise).catch(refuseHealth);
    const reply = await promise;
    if (needs.follows) await this.listen((message) => this.#deliver(message));
    return reply;
  }

  startOrders(): readonly FixtureOrder[] {
    return this.start.orders;
  }

  restart(): never {
    throw new BadInput(
      "Cannot replace the orders of a shared state for all worlds at once. Reset the worlds instead.",
    );
  }

  worldNames(): readonly string[] {
    return [];
  }

  world(name: string): WorldStorage {
    return this.copyOf(name).storage;
  }

  copyOf(name: string): SharedWorld {
    const copies = this.#copies;
    let copy = copies.get(name);
    if (!copy) {
      if (copies.size >= maxCopies) this.forgetOldest();
      copy = new SharedWorld(name, this);
    }
    // The map is in the order of last use.
    copies.delete(name);
    copies.set(name, copy);
    return copy;
  }

  /** Forgets the copy of a world, unless it is in use. Redis has all worlds. @returns whether it was forgotten */
  override forget(name: string): boolean {
    if (name === startWorldName || this.#copies.get(name)?.isIdle !== true) return false;
    this.worlds.forget(name);
    return this.#copies.delete(name);
  }

  /** Forgets the copy that was not used for the longest time. @returns whether there was one */
  forgetOldest(): boolean {
    for (const name of this.#copies.keys()) if (this.forget(name)) return true;
    return false;
  }

  [Symbol.dispose](): void {
    this.connection.close();
  }

  #deliver(text: string): void {
    try {
      const message = JSON.parse(text) as EventsMessage;
      for (const name of message.world === "*" ? this.#copies.keys() : [message.world]) {
        const events = this.#copies.get(name)?.state?.events;
        if (events?.hasFollowers) for (const event of readEvents(message, name)) events.deliver(event);
      }
    } catch {
      // Events are missing after a damaged message, too.
      this.resume();
    }
  }

  /** Emits `restored` after a lost connection, whose events are missing: listeners read everything again. */
  resume(): void {
    for (const { name, state } of this.#copies.values())
      if (state?.events?.hasFollowers) state.events.deliver({ event: "restored", world: name });
  }
}

function refuseHealth(error: Error): never {
  throw error instanceof NotReached ? unreachable(error) : error;
}

/** The worlds of a mock that shares them: an operation on several of them takes effect in Redis. */
class SharedWorlds extends Worlds {
  readonly #redis: RedisState;

  constructor(options: WorldsOptions, redis: RedisState) {
    super(options);
    this.#redis = redis;
  }

  /** The changes of the start world, which answers such an operation. */
  get #changes() {
    return this.#redis.copyOf(startWorldName).changes!;
  }

  /** The start world alone: the others get the new start at their next use. */
  override all(): readonly WorldState[] {
    return [this.start];
  }

  override summaries(): WorldSummary[] {
    return [...this.#redis.summaries];
  }

  protected override has(name: string): boolean {
    return this.#redis.summaries.some((world) => world.name === name);
  }

  protected override forgetOldest(): boolean {
    return this.#redis.forgetOldest();
  }

  protected override remove(names: readonly string[], idleSeconds?: number): void {
    // By the clock of the summaries, so that exactly the counted worlds are dropped.
    const usedUntil = idleSeconds === undefined ? undefined : this.#redis.summarizedAt - idleSeconds * 1000;
    this.#changes.drop = { names, usedUntil };
  }

  override startAll(from: OrderStart): void {
    this.#changes.startAll = from;
  }
}
