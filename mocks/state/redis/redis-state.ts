/**
 * State that several mocks share, in Redis or Valkey (`--state redis://`). Each mock has copies of the worlds that it
 * uses, and sends an answer only after Redis has confirmed that the copy was current.
 */

import { BadInput } from "../../../base/bad-input.ts";
import type { OrderBase } from "../../core/order-store.ts";
import type { MockReply } from "../../http/reply.ts";
import { startWorldName } from "../../http/world.ts";
import type { SharedNeeds, SharedStorage } from "../../worlds/sharing.ts";
import {
  createOrderBase,
  tooManyWorlds,
  type WorldStart,
  type Worlds,
  type WorldsOptions,
} from "../../worlds/worlds.ts";
import type { Changed, Question, WorldQuestion } from "./exchange-script.ts";
import type { RedisAddress } from "./redis-address.ts";
import {
  type ConnectionReports,
  NotReached,
  openConnection,
  type RedisConnection,
  within,
} from "./redis-connection.ts";
import { reasonOf, Unusable, unreachable, useThatKit } from "./refusals.ts";
import type { Answer } from "./shared-world.ts";
import { SharedWorlds } from "./shared-worlds.ts";
import { formatBase, readBase } from "./texts.ts";

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
/** Time in ms for which a mock waits for the start of worlds. */
const beginMs = 5000;
/** Short, so that a health check is answered before its sender gives up. */
const healthWaitMs = 1000;

/** @throws {BadInput} if Redis cannot be reached, or has data that this kit cannot read */
export async function openRedisState(options: RedisStateOptions): Promise<RedisState> {
  const { address, prefix = defaultStatePrefix, waitMs = defaultWaitMs } = options;
  let connection: RedisConnection | undefined;
  let state: RedisState | undefined;
  try {
    connection = await openConnection(address.url, () => state?.worlds?.resume(), options);
    // All databases of a server have the same channels.
    const channel = `${prefix}events@${address.database}`;
    state = new RedisState(connection, { prefix, channel, maxWorlds: 1, journalLength: 0 }, waitMs);
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

/** Members that are the same in all questions. */
type Common = Pick<Question, "prefix" | "channel" | "maxWorlds" | "journalLength">;

export class RedisState implements SharedStorage, Disposable {
  readonly #connection: RedisConnection;
  readonly #waitMs: number;
  readonly now: () => number;
  #common: Common;
  /** Whether Redis had a start of worlds, from another mock or an earlier run. */
  isOld = false;
  /** The start of the first mock: `begin` sets it, and its orders. */
  start!: WorldStart;
  #first!: OrderBase;
  /** The start that replaced it, with its text; undefined for none. */
  #next: { readonly text: string; readonly base: OrderBase } | undefined;
  /** The text of the first start, for a Redis that has none: at first, or after it has lost its data. */
  #offer: Question["offer"];
  /** Id of the start of all worlds, which changes with each reset of all. */
  #generation = "";
  worlds: SharedWorlds | undefined;

  constructor(connection: RedisConnection, common: Common, waitMs: number) {
    this.#connection = connection;
    this.#common = common;
    this.#waitMs = waitMs;
    this.now = connection.now;
  }

  get isReady(): boolean {
    return this.#connection.isReady;
  }

  /** Finds the start of worlds, or makes it if there is none. @throws {Error} */
  async begin(makeStart: () => WorldStart): Promise<void> {
    const question = { world: startWorldName, version: "", entries: [] };
    const { outcome } = await this.#exchange(question, performance.now() + beginMs);
    this.isOld = outcome !== "gone";
    if (this.isOld) return;
    const start = makeStart();
    this.#offer = formatBase(createOrderBase(start.source), start);
    await this.#exchange(question, performance.now() + beginMs);
  }

  createWorlds(options: WorldsOptions): Worlds {
    const { maxWorlds, journalLength } = options;
    this.#common = { ...this.#common, maxWorlds, journalLength };
    this.worlds = new SharedWorlds(options, this.#first, (asked, deadline) =>
      this.#exchange(asked, deadline),
    );
    this.worlds.next = this.#next?.base ?? this.worlds.first;
    return this.worlds;
  }

  async answer(needs: SharedNeeds, run: () => MockReply): Promise<MockReply> {
    if (needs.isHealth && !this.isReady) throw unreachable();
    const worlds = this.worlds!;
    const waitMs = needs.isHealth ? healthWaitMs : this.#waitMs;
    const answer = worlds.copyOf(needs.world).answer(needs, run, performance.now() + waitMs);
    const reply = await (needs.isHealth ? within(healthWaitMs, answer).catch(refuseHealth) : answer);
    if (needs.follows) await this.#connection.listen(this.#common.channel, (text) => worlds.deliver(text));
    return reply;
  }

  [Symbol.dispose](): void {
    this.#connection.close();
  }

  /** Asks Redis, and takes over the parts of the reply that concern all worlds. */
  async #exchange(asked: WorldQuestion, deadline: number): Promise<Answer> {
    const question = { ...this.#common, generation: this.#generation, ...asked };
    let reply = await this.#connection.ask(question, deadline);
    if (reply.outcome === "gone" && this.#offer)
      reply = await this.#connection.ask({ ...question, offer: this.#offer }, deadline);
    if (reply.outcome === "full") throw tooManyWorlds();
    if (reply.outcome === "done") for (const name of asked.drop?.names ?? []) this.worlds!.forget(name);
    if (reply.outcome !== "changed") return reply;
    this.#takeStart(reply);
    if (asked.reads === "worlds") this.worlds!.takeSummaries(reply);
    return { ...reply, next: this.#next?.base };
  }

  /** @throws {Unusable} */
  #takeStart({ generation, start: texts }: Changed): void {
    if (!texts) return;
    const [first, next] = texts;
    if (!this.start) {
      // An earlier layout has other fields.
      if (typeof first !== "string") throw new Unusable("it holds state of an earlier kit", useThatKit);
      const { base, ...facts } = readBase(first);
      this.#first = base;
      this.start = { ...facts, source: base.source };
    } else if (first !== this.#offer) {
      throw new Unusable(
        "it holds another start than the one that this mock began with",
        "Start the mock again.",
      );
    }
    // The same object for the same text: a world that has loaded it starts from it as long as it is the next start.
    if (next !== this.#next?.text)
      this.#next = next === "" ? undefined : { text: next, base: readBase(next).base };
    if (this.worlds) this.worlds.next = this.#next?.base ?? this.worlds.first;
    this.#offer = first;
    this.#generation = generation;
  }
}

function refuseHealth(error: Error): never {
  throw error instanceof NotReached ? unreachable(error) : error;
}
