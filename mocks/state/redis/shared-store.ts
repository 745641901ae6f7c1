/** What the copies of all worlds have in common: the connection, the clock, and where worlds start from. */

import { randomBytes } from "node:crypto";
import { formatJson } from "../../../base/json.ts";
import type { WorldSummary } from "../../../spec/control-protocol.ts";
import { createOrderBase } from "../../core/order-store.ts";
import type { SharedNeeds } from "../../worlds/sharing.ts";
import type { OrderStart, WorldLimits } from "../../worlds/world-state.ts";
import type { Worlds } from "../../worlds/worlds.ts";
import { parseOrders } from "../state-worlds.ts";
import { NotReached, type RedisConnection } from "./redis-connection.ts";
import {
  type ExchangeFacts,
  exchangeScript,
  formatFacts,
  journalScript,
  worldKeyNames,
  worldsScript,
} from "./redis-scripts.ts";
import { type SavedSource, savedSource, sourceOf } from "./start-facts.ts";

/** Positions with orders as text, empty for one that was removed. */
export type Pairs = readonly (readonly [position: number, text: string])[];

/** Nothing was kept: the world, or where worlds start from, is another than the mock knew. */
export interface ChangedWorld {
  readonly outcome: "changed";
  readonly version: string;
  /** Empty for those of a new world. */
  readonly parts: string;
  /** The version at which it got orders of its own; empty for none. */
  readonly ownId: string;
  /** Left out where the mock has them. */
  readonly ownText: string;
  readonly pairs: Pairs;
}

/** Redis refuses a change this long before the mock stops waiting for it: after the mock's 503 it is no longer carried out. */
const marginMs = 20;

/** `full`: there are too many worlds. `unreachable`: nothing was kept. `in doubt`: nobody knows. */
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
  /** Keeps the first start again, in a Redis that has lost it. */
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
  /** When Redis told them, in milliseconds of its clock. */
  summarizedAt = 0;

  constructor(place: StorePlace) {
    this.#place = place;
    this.worlds = place.worlds;
    this.next = place.worlds.first;
  }

  now(): number {
    return this.#place.now();
  }

  /** One exchange, sent again for as long as there is time when a connection is lost; it takes place once. */
  async exchange(facts: ExchangeFacts, rest: readonly string[], deadline: number): Promise<ExchangeResult> {
    const { prefix, channel, mostWorlds, journalLength, connection } = this.#place;
    const id = `${this.#replica}.${++this.#changes}`;
    const world = worldKeyNames.map((key) => this.#key(key, facts.world));
    const keys = [this.#key("all"), this.#key("worlds"), ...world, this.#key("done", id)];
    const limits = { mostWorlds: String(mostWorlds), journalLength: String(journalLength) };
    const all = { ...facts, ...limits, id, prefix, channel, generationKnown: this.generation };
    let again = "";
    for (;;) {
      try {
        const args = [
          ...formatFacts({ ...all, again, deadline: String(Math.floor(deadline - marginMs)) }),
          ...rest,
        ];
        const reply = await this.#run(exchangeScript, keys, args, deadline);
        const outcome = reply[0] as "done" | "changed" | "full" | "late" | "gone";
        if (outcome === "done") return { outcome, version: String(reply[1]) };
        if (outcome === "changed") return this.#takeChanged(reply);
        if (outcome === "full") return { outcome };
        if (outcome === "late") return { outcome: "unreachable" };
        await this.#place.begin();
      } catch (error) {
        if (!(error instanceof NotReached)) return { outcome: "refused", reason: (error as Error).message };
        if (error.wasSent && facts.kind !== "") again = "1";
        if (!(await connection.ready(deadline - this.now())))
          return { outcome: again === "1" ? "in doubt" : "unreachable" };
      }
    }
  }

  #key(name: string, world = ""): string {
    return `${this.#place.prefix}${name}${world && `:${world}`}`;
  }

  #run(script: string, keys: readonly string[], args: readonly string[], deadline: number) {
    const left = deadline - this.now();
    if (left <= 0) throw new NotReached("There is no time left.", false);
    return this.#place.connection.run(script, keys, args, left);
  }

  #takeChanged(reply: readonly unknown[]): ChangedWorld {
    const [, version, generation, start, orders, parts, ownId, ownText] = reply as readonly string[];
    const flat = reply[8] as readonly string[];
    const pairs = Array.from(
      { length: flat.length / 2 },
      (_, index) => [Number(flat[2 * index]), flat[2 * index + 1]!] as const,
    );
    // Worlds start from somewhere else, as another mock has it.
    if (generation !== this.generation) this.takeStart(generation!, readStart(start!, orders!, this.worlds));
    return {
      outcome: "changed",
      version: version!,
      parts: parts!,
      ownId: ownId!,
      ownText: ownText!,
      pairs: pairs.sort(([a], [b]) => a - b),
    };
  }

  /**
   * Fetches what a request is to read besides its world.
   * @param fill told of the journal, if that is asked for
   * @returns false where Redis cannot be reached
   */
  async prepare(
    needs: SharedNeeds,
    fill: (newest: number, entries: readonly string[]) => void,
    deadline: number,
  ): Promise<boolean> {
    if (needs.journal) {
      const keys = [this.#key("all"), this.#key("world", needs.world), this.#key("journal", needs.world)];
      const reply = await this.#read(journalScript, keys, [], deadline);
      if (!reply) return false;
      const [newest = "0", ...entries] = reply as readonly string[];
      fill(Number(newest), entries);
    }
    if (needs.worlds) {
      const keys = [this.#key("all"), this.#key("worlds")];
      const reply = await this.#read(worldsScript, keys, [this.#place.prefix], deadline);
      if (!reply) return false;
      this.summaries = readSummaries(reply);
      this.summarizedAt = Number(reply[0]);
    }
    return true;
  }

  async #read(script: string, keys: readonly string[], args: readonly string[], deadline: number) {
    for (;;) {
      try {
        return await this.#run(script, keys, args, deadline);
      } catch (error) {
        // Its keys became another program's, or Redis takes no changes any more.
        if (!(error instanceof NotReached)) return undefined;
        if (!(await this.#place.connection.ready(deadline - this.now()))) return undefined;
      }
    }
  }

  takeStart(generation: string, from: OrderStart): void {
    this.generation = generation;
    this.next = from;
    this.worlds.next = from;
  }
}

/** Where worlds start from, as Redis has it; nothing for the mock's own start. */
export function formatStart({ source, base }: OrderStart, { first }: Worlds) {
  if (base === first.base) return { start: "", ownText: "" };
  return { start: JSON.stringify(savedSource(source)), ownText: formatJson(base.orders) };
}

export function readStart(start: string, orders: string, { first }: Worlds): OrderStart {
  if (start === "") return first;
  const base = createOrderBase(parseOrders(orders));
  return { source: sourceOf(JSON.parse(start) as SavedSource, base.orders), base };
}

function readSummaries([time, ...rest]: readonly unknown[]): readonly WorldSummary[] {
  return Array.from({ length: rest.length / 3 }, (_, place) => {
    const [name, usedAt, changedOrders] = rest.slice(3 * place, 3 * place + 3);
    return {
      name: String(name),
      changedOrders: Number(changedOrders),
      idleSeconds: Math.max(0, Math.floor((Number(time) - Number(usedAt)) / 1000)),
    };
  });
}
