/** Redis for the worlds of a mock: the exchange, the clock that all mocks share, and the start of worlds. */

import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { WorldSummary } from "../../../spec/control-protocol.ts";
import { startWorldName } from "../../http/world.ts";
import type { OrderStart, WorldStart } from "../../worlds/world-state.ts";
import { tooManyWorlds, type Worlds, type WorldsOptions } from "../../worlds/worlds.ts";
import type { Changed, Question, Reply, WorldQuestion } from "./exchange-script.ts";
import { NotReached, type RedisConnection, retryMs } from "./redis-connection.ts";
import { inDoubt, Unusable, unreachable } from "./refusals.ts";
import { formatFirstStart, readFirstStart, readNextStart, type StartTexts } from "./texts.ts";

/** Time in ms between Redis's deadline for a change and the mock's: after the mock's 503 the change is not carried out. */
const marginMs = 20;
/** Time in ms for which a mock waits for the start of worlds. */
const beginMs = 5000;

export abstract class SharedStore {
  readonly connection: RedisConnection;
  /** Members that are the same in all questions. */
  #common: Pick<Question, "prefix" | "channel" | "maxWorlds" | "journalLength">;
  readonly #mockId = randomBytes(9).toString("base64url");
  #exchanges = 0;
  /** Milliseconds between the clocks of Redis and of this process. 0 at first, so that the first question is `late`. */
  #offset = 0;
  /** The start of the first mock, sent if Redis has none: at first, or after it has lost its data. */
  #offer: Question["offer"];
  /** Id of the start of all worlds, which changes with each reset of all. */
  #generation = "";
  /** The start of the first mock, and what replaced it; undefined where Redis had none. */
  #found: StartTexts | undefined;
  /** Whether the start of worlds is that of another mock or an earlier run. */
  isOld = false;
  /** Set by `begin`. */
  start!: WorldStart;
  /** The start that replaced it, if there is one. */
  #next: OrderStart | undefined;
  /** Set by `join`. */
  worlds!: Worlds;
  summaries: readonly WorldSummary[] = [];
  /** Time of the summaries, in milliseconds of Redis's clock. */
  summarizedAt = 0;

  constructor(connection: RedisConnection, prefix: string, channel: string) {
    this.connection = connection;
    this.#common = { prefix, channel, maxWorlds: 1, journalLength: 0 };
  }

  /** Forgets the copy of a world. */
  abstract forget(name: string): void;

  /** Finds the start of worlds, or makes it if there is none. @throws {Error} */
  async begin(makeStart: () => WorldStart): Promise<void> {
    const question = { world: startWorldName, version: "", entries: [] };
    await this.exchange(question, performance.now() + beginMs);
    this.isOld = this.#found !== undefined;
    if (this.isOld) return;
    this.#offer = formatFirstStart(makeStart());
    await this.exchange(question, performance.now() + beginMs);
  }

  join(worlds: Worlds, { maxWorlds, journalLength }: WorldsOptions): void {
    this.#common = { ...this.#common, maxWorlds, journalLength };
    this.worlds = worlds;
    worlds.next = this.#next ?? worlds.first;
  }

  /** Milliseconds of Redis's clock. */
  now = (): number => Math.floor(performance.now() + this.#offset);

  get isReady(): boolean {
    return this.connection.isReady;
  }

  /** @throws {NotKept} */
  listen(listener: (message: string) => void): Promise<unknown> {
    return this.connection.listen(this.#common.channel, listener);
  }

  /** Sends a question until it is answered or the deadline has passed. It takes effect at most once. */
  async exchange(asked: WorldQuestion, deadline: number): Promise<Reply> {
    const id = `${this.#mockId}.${++this.#exchanges}`;
    const { fields, all, drop, clears = false } = asked;
    const isChange = fields !== undefined || all !== undefined || drop !== undefined || clears;
    let offer: Question["offer"];
    let lost: NotReached | undefined;
    let isInDoubt = false;
    for (;;) {
      const left = deadline - performance.now();
      // Nearer to the deadline Redis refuses each question as late.
      if (left <= marginMs) throw isInDoubt ? inDoubt() : unreachable(lost);
      const until = Math.floor(this.now() + left - marginMs);
      const own = { id, generation: this.#generation, offer, deadline: until };
      try {
        const reply = await this.connection.ask({ ...this.#common, ...own, ...asked }, left);
        this.#offset = reply.time - performance.now();
        if (reply.outcome === "full") throw tooManyWorlds();
        if (reply.outcome === "changed" && reply.start) this.#takeStart(reply.generation, reply.start);
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
    if (!this.#found) this.start = readFirstStart(found);
    else if (found[0] !== this.#found[0])
      throw new Unusable(
        "it holds another start than the one that this mock began with",
        "Start the mock again.",
      );
    this.#next = readNextStart(found);
    if (this.worlds) this.worlds.next = this.#next ?? this.worlds.first;
    this.#found = found;
    this.#offer = [found[0], found[1]];
    this.#generation = generation;
  }

  /** Takes over a start that this mock has set for all worlds. */
  startFrom(from: OrderStart, generation: string): void {
    this.worlds.next = from;
    this.#generation = generation;
  }

  /** Takes the name, last use and number of changed orders of each world. */
  takeSummaries({ time, more }: Changed): void {
    this.summarizedAt = time;
    this.summaries = Array.from({ length: more.length / 3 }, (_, place) => {
      const [name, usedAt, changedOrders] = more.slice(3 * place);
      const idleSeconds = Math.max(0, Math.floor((time - Number(usedAt)) / 1000));
      return { name: name!, changedOrders: Number(changedOrders), idleSeconds };
    });
  }
}
