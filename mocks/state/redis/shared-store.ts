/** What the copies of all worlds have in common: the connection, the clock, and where worlds start from. */

import { randomBytes } from "node:crypto";
import type { WorldSummary } from "../../../spec/control-protocol.ts";
import { createOrderBase } from "../../core/order-store.ts";
import { ordersFrom } from "../../worlds/order-source.ts";
import type { SharedNeeds } from "../../worlds/sharing.ts";
import { type SavedSource, sourceOf } from "../../worlds/world-parts.ts";
import type { OrderStart, Worlds } from "../../worlds/world-state.ts";
import { parseOrders } from "./own-orders.ts";
import { existsScript, journalScript, worldsScript } from "./read-scripts.ts";
import { createScript, NotReached, type RedisConnection, type Script } from "./redis-connection.ts";
import { type Changed, type Done, readReply } from "./world-replies.ts";
import { type ExchangeFacts, exchangeScript, formatFacts, worldKeyNames } from "./world-script.ts";

const scripts = {
  exchange: createScript(exchangeScript),
  journal: createScript(journalScript),
  worlds: createScript(worldsScript),
  exists: createScript(existsScript),
};

/** What the store itself knows, and the world does not. */
type OwnFacts =
  | "name"
  | "generationKnown"
  | "id"
  | "again"
  | "mostWorlds"
  | "journalLength"
  | "prefix"
  | "channel";

export type ExchangeResult =
  | Done
  | Changed
  | { readonly outcome: "full" }
  | { readonly fault: "unreachable" | "in doubt" | { readonly refused: string } };

export interface StorePlace {
  readonly connection: RedisConnection;
  readonly prefix: string;
  /** Before the names of channels. */
  readonly channel: string;
  /** Keeps the first start again, in a Redis that has lost it. */
  begin(): Promise<void>;
  now(): number;
}

/** What is prepared of a world. */
interface JournalHolder {
  readonly name: string;
  fill(newest: number, entries: readonly string[]): void;
}

export class SharedStore {
  readonly #place: StorePlace;
  readonly #limits: Pick<ExchangeFacts, "mostWorlds" | "journalLength">;
  readonly #replica = randomBytes(9).toString("base64url");
  #changes = 0;
  readonly worlds: Worlds;
  /** Names the start of all worlds; another after each reset of all. */
  generation: string;
  next: OrderStart;
  summaries: readonly WorldSummary[] = [];
  /** When Redis told them, in milliseconds of its clock. */
  summarizedAt = 0;

  constructor(
    place: StorePlace,
    worlds: Worlds,
    limits: { readonly mostWorlds: number; readonly journalLength: number },
    generation: string,
  ) {
    this.#place = place;
    this.worlds = worlds;
    this.generation = generation;
    this.next = worlds.first;
    this.#limits = {
      mostWorlds: String(limits.mostWorlds),
      journalLength: String(limits.journalLength),
    };
  }

  now(): number {
    return this.#place.now();
  }

  key(name: string, world = ""): string {
    return `${this.#place.prefix}${name}${world && `:${world}`}`;
  }

  /** One exchange, sent again for as long as there is time when a connection is lost; it takes place once. */
  async exchange(
    name: string,
    facts: Omit<ExchangeFacts, OwnFacts>,
    rest: readonly string[],
    deadline: number,
  ): Promise<ExchangeResult> {
    const { prefix, channel } = this.#place;
    const id = `${this.#replica}.${++this.#changes}`;
    const keys = [
      this.key("all"),
      this.key("worlds"),
      ...worldKeyNames.map((key) => this.key(key, name)),
      this.key("done", id),
    ];
    const all = { ...facts, ...this.#limits, name, id, prefix, channel, generationKnown: this.generation };
    const isChange = facts.kind !== "";
    let again = "";
    for (;;) {
      try {
        const args = [...formatFacts({ ...all, again }), ...rest];
        const reply = readReply(await this.#run(scripts.exchange, keys, args, deadline));
        if (reply.outcome === "late") return { fault: "unreachable" };
        if (reply.outcome !== "gone") return reply;
        await this.#place.begin();
      } catch (error) {
        if (!(error instanceof NotReached)) return { fault: { refused: (error as Error).message } };
        if (error.wasSent && isChange) again = "1";
        if (!(await this.#place.connection.ready(deadline - this.now())))
          return { fault: again === "1" ? "in doubt" : "unreachable" };
      }
    }
  }

  #run(script: Script, keys: readonly string[], args: readonly string[], deadline: number) {
    const left = deadline - this.now();
    if (left <= 0) throw new NotReached("There is no time left.", false);
    return this.#place.connection.run(script, keys, args, left);
  }

  /**
   * Fetches what a request is to read besides its world.
   * @returns whether the world is there, as far as that is asked; undefined where Redis cannot be reached
   */
  async prepare(needs: SharedNeeds, world: JournalHolder, deadline: number): Promise<boolean | undefined> {
    const read = (script: Script, keys: readonly string[], args: readonly string[] = []) =>
      this.#read(script, [this.key("all"), ...keys], args, deadline);
    if (needs.journal) {
      const reply = await read(scripts.journal, [
        this.key("world", world.name),
        this.key("journal", world.name),
      ]);
      if (!reply) return undefined;
      const [newest = "0", ...entries] = reply as readonly string[];
      world.fill(Number(newest), entries);
    }
    if (needs.worlds) {
      const reply = await read(scripts.worlds, [this.key("worlds")], [this.#place.prefix]);
      if (!reply) return undefined;
      this.summaries = readSummaries(reply);
      this.summarizedAt = Number(reply[0]);
    }
    if (!needs.isNotMade) return true;
    const reply = await read(scripts.exists, [this.key("worlds")], [world.name]);
    return reply && reply[0] === 1;
  }

  async #read(script: Script, keys: readonly string[], args: readonly string[], deadline: number) {
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

  /** Worlds start from somewhere else, as another replica has it. */
  takeGeneration({ generation, start, startOrders }: Changed): void {
    if (generation === this.generation) return;
    this.takeStart(generation, readStart(start, startOrders, this.worlds));
  }

  takeStart(generation: string, from: OrderStart): void {
    this.generation = generation;
    this.next = from;
    this.worlds.startNext(from);
  }
}

/** Where worlds start from. @param start empty for the mock's own start */
export function readStart(start: string, orders: string, { first }: Worlds): OrderStart {
  if (start === "") return first;
  const saved = JSON.parse(start) as SavedSource;
  const base = createOrderBase(
    orders === "" ? ordersFrom(sourceOf(saved, first.base.orders)) : parseOrders(orders),
  );
  return { source: sourceOf(saved, base.orders), base };
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
