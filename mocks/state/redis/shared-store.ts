/** The shared part of the copies of all worlds: the connection, the clock, and the start of worlds. */

import { randomBytes } from "node:crypto";
import { formatJson } from "../../../base/json.ts";
import type { WorldSummary } from "../../../spec/control-protocol.ts";
import { createOrderBase } from "../../core/order-store.ts";
import type { SharedNeeds } from "../../worlds/sharing.ts";
import type { OrderStart, WorldLimits } from "../../worlds/world-state.ts";
import type { Worlds } from "../../worlds/worlds.ts";
import { parseOrders } from "../state-worlds.ts";
import { NotReached, type RedisConnection } from "./redis-connection.ts";
import { type ChangedWorld, exchange, readJournal, readWorlds, type Script } from "./redis-replies.ts";
import { type ExchangeFacts, formatFacts, worldKeyNames } from "./redis-scripts.ts";
import { type SavedSource, savedSource, sourceOf } from "./start-facts.ts";

/** Redis refuses a change this long before the mock stops waiting for it: after the mock's 503 it is no longer carried out. */
const marginMs = 20;

/** `full`: there are too many worlds. `unreachable`: nothing was stored. `in doubt`: the outcome is unknown. */
export type ExchangeResult =
  | { readonly outcome: "done"; readonly version: string }
  | ChangedWorld
  | { readonly outcome: "full" | "unreachable" | "in doubt" }
  | { readonly outcome: "refused"; readonly reason: string };

interface StorePlace extends WorldLimits {
  readonly connection: RedisConnection;
  readonly prefix: string;
  readonly channel: string;
  readonly worlds: Worlds;
  /** Stores the first start again in a Redis that has lost it, and reads its clock. */
  begin(): Promise<void>;
  now(): number;
}

export class SharedStore {
  readonly #place: StorePlace;
  readonly #replica = randomBytes(9).toString("base64url");
  #changes = 0;
  readonly worlds: Worlds;
  /** Names the start of all worlds; another after each reset of all. */
  generation = "";
  next: OrderStart;
  summaries: readonly WorldSummary[] = [];
  /** When Redis sent them, in milliseconds of its clock. */
  summarizedAt = 0;

  constructor(place: StorePlace) {
    this.#place = place;
    this.worlds = place.worlds;
    this.next = place.worlds.first;
  }

  now(): number {
    return this.#place.now();
  }

  /** One exchange, which takes effect once; after a lost connection it is sent again while there is time. */
  async exchange(facts: ExchangeFacts, rest: readonly string[], deadline: number): Promise<ExchangeResult> {
    const { prefix, channel, maxWorlds, journalLength, connection } = this.#place;
    const id = `${this.#replica}.${++this.#changes}`;
    const world = worldKeyNames.map((key) => this.#key(key, facts.world));
    const keys = [this.#key("all"), this.#key("worlds"), ...world, this.#key("done", id)];
    const limits = { maxWorlds: String(maxWorlds), journalLength: String(journalLength) };
    const all = { ...facts, ...limits, id, prefix, channel, generationKnown: this.generation };
    let again = "";
    for (;;) {
      try {
        const until = this.now() + deadline - performance.now() - marginMs;
        const args = [...formatFacts({ ...all, again, deadline: String(Math.floor(until)) }), ...rest];
        const reply = await this.#run(exchange, keys, args, deadline);
        if (reply.outcome === "changed") this.#takeChanged(reply);
        if (reply.outcome !== "gone" && reply.outcome !== "late") return reply;
        // Redis has lost the start, or its clock has moved away from what the mock knew of it.
        await this.#place.begin();
      } catch (error) {
        if (!(error instanceof NotReached)) return { outcome: "refused", reason: (error as Error).message };
        if (error.wasSent && facts.kind !== "") again = "1";
        if (!(await connection.ready(deadline - performance.now())))
          return { outcome: again === "1" ? "in doubt" : "unreachable" };
      }
    }
  }

  #key(name: string, world = ""): string {
    return `${this.#place.prefix}${name}${world && `:${world}`}`;
  }

  #run<Reply>(script: Script<Reply>, keys: readonly string[], args: readonly string[], deadline: number) {
    const left = deadline - performance.now();
    if (left <= 0) throw new NotReached("There is no time left.", false);
    return this.#place.connection.run(script, keys, args, left);
  }

  /** Worlds may start from somewhere else, as another mock has it. */
  #takeChanged({ generation, start, orders }: ChangedWorld): void {
    if (generation !== this.generation) this.takeStart(generation, readStart(start, orders, this.worlds));
  }

  /**
   * Fetches what a request reads apart from its world.
   * @param fill called with the journal, if the request reads it
   * @returns false where Redis cannot be reached
   */
  async prepare(
    needs: SharedNeeds,
    fill: (newest: number, entries: readonly string[]) => void,
    deadline: number,
  ): Promise<boolean> {
    if (needs.journal) {
      const keys = [this.#key("all"), this.#key("world", needs.world), this.#key("journal", needs.world)];
      const reply = await this.#read(readJournal, keys, [], deadline);
      if (!reply) return false;
      fill(reply.newest, reply.entries);
    }
    if (needs.worlds) {
      const keys = [this.#key("all"), this.#key("worlds")];
      const reply = await this.#read(readWorlds, keys, [this.#place.prefix], deadline);
      if (!reply) return false;
      this.summarizedAt = reply.time;
      this.summaries = reply.worlds.map(([name, usedAt, changedOrders]) => {
        const idleSeconds = Math.max(0, Math.floor((reply.time - usedAt) / 1000));
        return { name, changedOrders, idleSeconds };
      });
    }
    return true;
  }

  async #read<Reply>(
    script: Script<Reply>,
    keys: readonly string[],
    args: readonly string[],
    deadline: number,
  ): Promise<Reply | undefined> {
    for (;;) {
      try {
        return await this.#run(script, keys, args, deadline);
      } catch (error) {
        // Its keys now belong to another program, or Redis refuses changes.
        if (!(error instanceof NotReached)) return undefined;
        if (!(await this.#place.connection.ready(deadline - performance.now()))) return undefined;
      }
    }
  }

  takeStart(generation: string, from: OrderStart): void {
    this.generation = generation;
    this.next = from;
    this.worlds.next = from;
  }
}

/** The start of worlds in Redis; empty for the mock's own start. */
export function formatStart({ source, base }: OrderStart, { first }: Worlds) {
  if (base === first.base) return { start: "", ownText: "" };
  return { start: JSON.stringify(savedSource(source)), ownText: formatJson(base.orders) };
}

export function readStart(start: string, orders: string, { first }: Worlds): OrderStart {
  if (start === "") return first;
  const base = createOrderBase(parseOrders(orders));
  return { source: sourceOf(JSON.parse(start) as SavedSource, base.orders), base };
}
