/** The parts that mocks on one Redis share apart from single worlds: the connection, the clock, and the start of worlds. */

import { randomBytes } from "node:crypto";
import { formatJson } from "../../../base/json.ts";
import type { WorldSummary } from "../../../spec/control-protocol.ts";
import { createOrderBase } from "../../core/order-store.ts";
import { startWorldName } from "../../http/world.ts";
import type { OrderStart, WorldLimits } from "../../worlds/world-state.ts";
import type { Worlds } from "../../worlds/worlds.ts";
import { parseOrders } from "../state-worlds.ts";
import {
  type ConnectionOptions,
  NotReached,
  openConnection,
  type RedisConnection,
  type RunScript,
} from "./redis-connection.ts";
import { begin, type ChangedWorld, type ExchangeReply, exchange, type FoundStart } from "./redis-replies.ts";
import { type ExchangeFacts, type SentFacts, worldKeyNames } from "./redis-scripts.ts";
import { seal, unseal } from "./sealed.ts";
import { reasonOf, type SavedSource, type StartFacts, savedSource, sourceOf } from "./start-facts.ts";

/** Redis refuses a change this long before the mock stops waiting for it: after the mock's 503 it is no longer carried out. */
const marginMs = 20;

/** `full`: there are too many worlds. `unreachable`: nothing was stored. `in doubt`: the outcome is unknown. */
export type ExchangeResult =
  | Exclude<ExchangeReply, { readonly outcome: "late" } | { readonly outcome: "gone" }>
  | { readonly outcome: "unreachable" | "in doubt" }
  | { readonly outcome: "refused"; readonly reason: readonly [fact: string, next: string] };

interface StorePlace extends Omit<ConnectionOptions, "channel" | "prepare"> {
  /** Called on each new connection. */
  readonly onConnected: () => void;
}

export class SharedStore {
  readonly #prefix: string;
  readonly #channel: string;
  readonly #replica = randomBytes(9).toString("base64url");
  #exchanges = 0;
  #found: FoundStart | undefined;
  #limits!: WorldLimits;
  /** Milliseconds between the clocks of Redis and of this process. */
  #offset = 0;
  /** Set by `open`. */
  connection!: RedisConnection;
  /** Set by `join`. */
  worlds!: Worlds;
  /** Undefined where no mock has begun yet. */
  facts: StartFacts | undefined;
  /** Names the start of all worlds; another after each reset of all. */
  generation = "";
  next!: OrderStart;
  summaries: readonly WorldSummary[] = [];
  /** When Redis sent them, in milliseconds of its clock. */
  summarizedAt = 0;

  /** @param database its number, since channels are the same in every database of a server */
  constructor(prefix: string, database: number) {
    this.#prefix = prefix;
    this.#channel = `${prefix}events@${database}`;
  }

  /** @throws when the first connection cannot be opened */
  async open({ onConnected, ...place }: StorePlace): Promise<void> {
    const prepare = async (run: RunScript) => {
      await this.#begin(run, this.facts);
      onConnected();
    };
    this.connection = await openConnection({ ...place, channel: this.#channel, prepare });
  }

  join(worlds: Worlds, limits: WorldLimits): void {
    this.worlds = worlds;
    this.#limits = limits;
    this.takeStart(this.#found!.generation, readStart(this.#found!, worlds));
  }

  /** Milliseconds of Redis's clock. */
  now(): number {
    return Math.floor(performance.now() + this.#offset);
  }

  /** Offers the start, which is stored where there is none. @throws {Error} */
  begin(offered: StartFacts | undefined): Promise<void> {
    return this.#begin((...call) => this.connection.run(...call), offered);
  }

  async #begin(run: RunScript, offered: StartFacts | undefined): Promise<void> {
    const id = randomBytes(12).toString("base64url");
    const world = worldKeyNames.map((key) => this.#key(key, startWorldName));
    const keys = [this.#key("all"), this.#key("worlds"), ...world];
    const found = await run(begin, keys, [id, offered?.text ?? "", offered?.orders ?? ""]);
    // The answer was on its way for a while: the common clock is slow by that time, never fast.
    this.#offset = found.time - performance.now();
    if (found.facts === "") return;
    if (this.facts && found.facts !== this.facts.text)
      throw new Error("it holds another start than the one that this mock began with");
    this.facts = { text: found.facts, orders: found.firstOrders };
    this.#found = found;
  }

  /** One exchange, which takes effect once; after a lost connection it is sent again while there is time. */
  async exchange(facts: ExchangeFacts, rest: readonly string[], deadline: number): Promise<ExchangeResult> {
    const id = `${this.#replica}.${++this.#exchanges}`;
    const world = worldKeyNames.map((key) => this.#key(key, facts.world));
    const keys = [this.#key("all"), this.#key("worlds"), ...world, this.#key("done", id)];
    const { maxWorlds, journalLength } = this.#limits;
    const own = { id, maxWorlds, journalLength, prefix: this.#prefix, channel: this.#channel };
    let again = false;
    for (;;) {
      try {
        const left = deadline - performance.now();
        if (left <= 0) throw new NotReached("There is no time left.", false);
        const until = Math.floor(this.now() + left - marginMs);
        const { generation: generationKnown } = this;
        const sent: SentFacts = { ...facts, ...own, generationKnown, again, deadline: until };
        const args = [JSON.stringify(sent), ...rest];
        const reply = await this.connection.run(exchange, keys, args, left);
        if (reply.outcome === "changed") this.#takeChanged(reply);
        if (reply.outcome !== "gone" && reply.outcome !== "late") return reply;
        // Redis has lost the start, or its clock has moved away from what the mock knew of it.
        await this.begin(this.facts);
      } catch (error) {
        if (!(error instanceof NotReached)) return { outcome: "refused", reason: reasonOf(error as Error) };
        if (error.wasSent && facts.kind !== undefined) again = true;
        if (!(await this.connection.ready(deadline - performance.now())))
          return { outcome: again ? "in doubt" : "unreachable" };
      }
    }
  }

  #key(name: string, world = ""): string {
    return `${this.#prefix}${name}${world && `:${world}`}`;
  }

  /** Worlds may start from somewhere else, as another mock has it. */
  #takeChanged(reply: ChangedWorld): void {
    if (reply.generation !== this.generation) this.takeStart(reply.generation, readStart(reply, this.worlds));
  }

  /** @param more the time, and three texts for each world */
  takeSummaries([time, ...more]: readonly string[]): void {
    this.summarizedAt = Number(time);
    this.summaries = Array.from({ length: Math.floor(more.length / 3) }, (_, place) => {
      const [name = "", usedAt, changedOrders] = more.slice(3 * place);
      const idleSeconds = Math.max(0, Math.floor((this.summarizedAt - Number(usedAt)) / 1000));
      return { name, changedOrders: Number(changedOrders), idleSeconds };
    });
  }

  takeStart(generation: string, from: OrderStart): void {
    this.generation = generation;
    this.next = from;
    this.worlds.next = from;
  }
}

/** The start of worlds in Redis; empty for the mock's own start. */
export function formatStart({ source, base }: OrderStart, { first }: Worlds) {
  if (base === first.base) return { start: "", own: "" };
  return { start: seal(JSON.stringify(savedSource(source))), own: seal(formatJson(base.orders)) };
}

function readStart({ start, orders }: Pick<FoundStart, "start" | "orders">, { first }: Worlds): OrderStart {
  if (start === "") return first;
  const base = createOrderBase(parseOrders(unseal(orders)));
  return { source: sourceOf(JSON.parse(unseal(start)) as SavedSource, base.orders), base };
}
