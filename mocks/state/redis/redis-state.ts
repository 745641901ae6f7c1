/**
 * State that any number of mocks share, in Redis or Valkey (`--state redis://`). Redis holds what there is;
 * each mock has copies of the worlds it was asked for, and no answer goes out before Redis has said that the
 * copy it came from is what the world is.
 */

import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { BadInput } from "../../../base/bad-input.ts";
import type { FixtureOrder } from "../../../fixtures/fixture-order.ts";
import type { WorldSummary } from "../../../spec/control-protocol.ts";
import type { WorldStorage } from "../../core/order-storage.ts";
import type { MockReply } from "../../http/reply.ts";
import { startWorldName } from "../../http/world.ts";
import type { SharedNeeds, SharedStorage } from "../../worlds/sharing.ts";
import type { OrderStart, WorldStart } from "../../worlds/world-state.ts";
import { tooManyWorlds, Worlds, type WorldsOptions } from "../../worlds/worlds.ts";
import type { RedisAddress } from "./redis-address.ts";
import { NotReached, openConnection, type RedisConnection, retryMs, within } from "./redis-connection.ts";
import type { Question, Reply, StartTexts, WorldQuestion } from "./redis-scripts.ts";
import { inDoubt, reasonOf, unreachable } from "./refusals.ts";
import { type EventsMessage, readEvents } from "./shared-events.ts";
import { SharedWorld } from "./shared-world.ts";
import { formatFirstStart, readFirstStart, readNextStart } from "./world-texts.ts";

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
/** Redis refuses a change this long before the mock stops waiting for it: after the mock's 503 it is no longer carried out. */
const marginMs = 20;

/** @throws {BadInput} where Redis cannot be reached, or holds what this kit does not know */
export async function openRedisState(options: RedisStateOptions): Promise<RedisState> {
  const state = new RedisState(options);
  await state.open();
  return state;
}

export class RedisState implements SharedStorage, Disposable {
  readonly #options: RedisStateOptions;
  readonly #waitMs: number;
  readonly #copies = new Map<string, SharedWorld>();
  readonly #replica = randomBytes(9).toString("base64url");
  #exchanges = 0;
  /** Members that are the same in all questions. */
  #common: Pick<Question, "prefix" | "channel" | "maxWorlds" | "journalLength">;
  #connection!: RedisConnection;
  /** Milliseconds between the clocks of Redis and of this process. */
  #offset = 0;
  /** The start of the first mock, which Redis gets again where it has lost its data. */
  #offer: readonly [facts: string, firstOrders: string] | undefined;
  /** Names the start of all worlds; another after each reset of all. */
  #generation = "";
  #found: StartTexts | undefined;
  /** Whether other mocks, or an earlier run, have decided where worlds start from. */
  isOld = false;
  /** Set by `begin`. */
  start!: WorldStart;
  /** Set by `createWorlds`. */
  worlds!: Worlds;
  summaries: readonly WorldSummary[] = [];
  /** When Redis sent them, in milliseconds of its clock. */
  summarizedAt = 0;

  constructor(options: RedisStateOptions) {
    const { address, prefix = defaultStatePrefix, waitMs = defaultWaitMs } = options;
    this.#options = options;
    this.#waitMs = waitMs;
    // Channels are the same in every database of a server.
    const channel = `${prefix}events@${address.database}`;
    this.#common = { prefix, channel, maxWorlds: 1, journalLength: 0 };
  }

  /** @throws {BadInput} */
  async open(): Promise<void> {
    const { address, onLost, onBack } = this.#options;
    try {
      const onReady = () => this.#resume();
      this.#connection = await openConnection({ url: address.url, onReady, onLost, onBack });
    } catch (error) {
      this.#refuse(error as Error);
    }
    await this.#look();
    this.isOld = this.#found !== undefined;
  }

  /** Decides where worlds start from, unless another mock did. Called before the mock is made. @throws {BadInput} */
  async begin(make: () => WorldStart): Promise<void> {
    if (!this.#found) {
      this.#offer = formatFirstStart(make());
      await this.#look();
    }
    this.start = readFirstStart(this.#found!, (fact, next) => this.#refuseFor(fact, next));
  }

  /** Looks for the start of worlds. @throws {BadInput} */
  async #look(): Promise<void> {
    const question = { world: startWorldName, version: "", entries: [] };
    await this.exchange(question, performance.now() + this.#waitMs).catch((error) => this.#refuse(error));
  }

  now = (): number => Math.floor(performance.now() + this.#offset);

  get isReady(): boolean {
    return this.#connection.isReady;
  }

  createWorlds(options: WorldsOptions): Worlds {
    const { maxWorlds, journalLength } = options;
    this.#common = { ...this.#common, maxWorlds, journalLength };
    const worlds = new SharedWorlds(options, this);
    try {
      worlds.next = readNextStart(this.#found!, worlds);
    } catch (error) {
      this.#refuse(error as Error);
    }
    this.worlds = worlds;
    return worlds;
  }

  async answer(needs: SharedNeeds, run: () => MockReply): Promise<MockReply> {
    if (needs.isHealth && !this.isReady) throw unreachable();
    const { promise, resolve, reject } = Promise.withResolvers<MockReply>();
    const waitMs = needs.isHealth ? healthWaitMs : this.#waitMs;
    this.copyOf(needs.world).take({ needs, run, deadline: performance.now() + waitMs, resolve, reject });
    if (needs.isHealth) return within(healthWaitMs, promise);
    const reply = await promise;
    if (needs.follows)
      await this.#connection.listen(this.#common.channel, (message) => this.#deliver(message));
    return reply;
  }

  /** One exchange, which takes effect once; after a lost connection it is sent again while there is time. */
  async exchange(asked: WorldQuestion, deadline: number): Promise<Reply> {
    const id = `${this.#replica}.${++this.#exchanges}`;
    const isChange = asked.fields !== undefined || asked.all !== undefined || asked.drop !== undefined;
    let offer: Question["offer"];
    let lost: NotReached | undefined;
    let isInDoubt = false;
    for (;;) {
      const left = deadline - performance.now();
      if (left <= 0) throw isInDoubt ? inDoubt() : unreachable(lost);
      const until = Math.floor(this.now() + left - marginMs);
      const own = { id, generation: this.#generation, offer, deadline: until };
      try {
        const reply = await this.#connection.ask({ ...this.#common, ...own, ...asked }, left);
        this.#offset = reply.time - performance.now();
        if (reply.outcome === "full") throw tooManyWorlds();
        if (reply.start) this.#takeStart(reply.generation, reply.start);
        if (reply.outcome === "gone" && this.#offer) offer = this.#offer;
        else if (reply.outcome !== "late") return reply;
      } catch (error) {
        if (!(error instanceof NotReached)) throw error;
        lost = error;
        isInDoubt ||= error.wasSent && isChange;
        await pause(Math.min(retryMs, left));
      }
    }
  }

  #takeStart(generation: string, found: StartTexts): void {
    if (this.#found && found[0] !== this.#found[0])
      throw new Error("it holds another start than the one that this mock began with");
    if (this.worlds) this.worlds.next = readNextStart(found, this.worlds);
    this.#found = found;
    this.#offer = [found[0], found[1]];
    this.#generation = generation;
  }

  /** Every world starts from these orders from now on. */
  startFrom(from: OrderStart, generation: string): void {
    this.worlds.next = from;
    this.#generation = generation;
  }

  /** Takes the name, last use and number of changed orders of each world. */
  takeSummaries({ time, more }: Reply): void {
    this.summarizedAt = time;
    this.summaries = Array.from({ length: more.length / 3 }, (_, place) => {
      const [name, usedAt, changedOrders] = more.slice(3 * place);
      const idleSeconds = Math.max(0, Math.floor((time - Number(usedAt)) / 1000));
      return { name: name!, changedOrders: Number(changedOrders), idleSeconds };
    });
  }

  startOrders(): readonly FixtureOrder[] {
    return this.start.orders;
  }

  restart(): never {
    return this.#refuseFor(
      "its orders cannot be replaced for all worlds at once",
      "Reset the worlds instead.",
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
    const copy = copies.get(name) ?? new SharedWorld(name, this);
    // Those used last come last.
    copies.delete(name);
    copies.set(name, copy);
    for (const [oldest, { isIdle }] of copies) {
      if (copies.size <= maxCopies) break;
      if (oldest === startWorldName || oldest === name || !isIdle) continue;
      this.worlds.forget(oldest);
      copies.delete(oldest);
    }
    return copy;
  }

  [Symbol.dispose](): void {
    this.#connection.close();
  }

  #refuse(error: Error): never {
    if (error instanceof BadInput) throw error;
    return this.#refuseFor(...reasonOf(error.cause instanceof Error ? error.cause : error));
  }

  #refuseFor(fact: string, next: string): never {
    throw new BadInput(`Cannot use --state ${this.#options.address.shown}: ${fact}. ${next}`);
  }

  #deliver(text: string): void {
    try {
      const message = JSON.parse(text) as EventsMessage;
      for (const name of message.world === "*" ? this.#copies.keys() : [message.world]) {
        const events = this.#copies.get(name)?.state?.events;
        if (events?.hasFollowers) for (const event of readEvents(message, name)) events.deliver(event);
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

/** The worlds of a mock that shares them: an operation on several of them takes effect in Redis. */
class SharedWorlds extends Worlds {
  readonly #redis: RedisState;

  constructor(options: WorldsOptions, redis: RedisState) {
    super(options);
    this.#redis = redis;
  }

  /** Others get the other start at their next use. */
  override all(): readonly Worlds["start"][] {
    return [this.start];
  }

  override summaries(): WorldSummary[] {
    return [...this.#redis.summaries];
  }

  protected override remove(names: readonly string[], idleSeconds?: number): void {
    // By the clock of the summaries: those are dropped that are counted.
    const usedUntil = idleSeconds === undefined ? undefined : this.#redis.summarizedAt - idleSeconds * 1000;
    this.#redis.copyOf(startWorldName).changes!.drop = {
      names,
      ...(usedUntil !== undefined && { usedUntil }),
    };
  }

  override startAll(from: OrderStart): void {
    this.#redis.copyOf(startWorldName).changes!.startAll = from;
  }
}
