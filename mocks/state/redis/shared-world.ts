/**
 * One world that mocks share: a copy in memory, and a queue of requests. Waiting requests are answered on the copy one
 * after the other, and their changes are sent to Redis in one exchange. If the copy was not current, nothing is stored,
 * and they are answered again on a new copy.
 */

import { formatJson } from "../../../base/json.ts";
import type { FixtureOrder } from "../../../fixtures/fixture-order.ts";
import type { OrderBase } from "../../core/order-store.ts";
import type { MockReply } from "../../http/reply.ts";
import { type MockEvent, WorldEvents } from "../../worlds/events.ts";
import type { SharedNeeds } from "../../worlds/sharing.ts";
import type { WorldState, Worlds } from "../../worlds/worlds.ts";
import { parseOrder } from "../state-worlds.ts";
import type { Changed, Reply, WorldQuestion } from "./exchange-script.ts";
import { damage, notKept, Unusable } from "./refusals.ts";
import {
  formatBase,
  formatEvents,
  formatParts,
  loadParts,
  readBase,
  readEntries,
  seal,
  unseal,
} from "./texts.ts";

interface Waiting extends PromiseWithResolvers<MockReply> {
  readonly needs: SharedNeeds;
  readonly run: () => MockReply;
  /** Time after which the request must have no effect, in milliseconds of this process's clock. */
  readonly deadline: number;
}

/** Changes of requests that are not stored yet. */
class Changes {
  /** Written orders by position; undefined for a removed one. */
  readonly writes = new Map<number, FixtureOrder | undefined>();
  readonly events: MockEvent[] = [];
  isReset = false;
  startAll: OrderBase | undefined;
  drop: WorldQuestion["drop"];
}

/** A world as it is in Redis, with the start of new worlds at that moment, undefined for the first. `worlds.next` may be a later one. */
type Found = Changed & { readonly next: OrderBase | undefined };
export type Answer = Exclude<Reply, Changed> | Found;
/** Sends a question about a world to Redis. @throws {Error} */
export type Exchange = (question: WorldQuestion, deadline: number) => Promise<Answer>;

/** Maximum number of requests answered in one exchange. */
const maxAtOnce = 200;
/** Maximum number of changed orders in one exchange. */
const maxWrites = 100_000;
/** Fields of a world in Redis apart from its orders. */
const worldFields: ReadonlySet<string> = new Set(["version", "parts", "own", "changed", "last"]);

export class SharedWorld {
  readonly #worlds: Worlds;
  readonly #exchange: Exchange;
  /** The copy. */
  readonly #state: WorldState;
  readonly events: WorldEvents;
  /** The version of the copy; empty where it must be read. */
  #version = "";
  /** The text of the state apart from the orders in Redis. */
  #parts = "";
  /** Its own start orders, with their text in Redis. */
  #own: { readonly text: string; readonly base: OrderBase } | undefined;
  /** Undefined while the copy is read. */
  changes: Changes | undefined;
  #waiting: Waiting[] = [];
  #isAtWork = false;

  constructor(name: string, worlds: Worlds, exchange: Exchange) {
    this.#worlds = worlds;
    this.#exchange = exchange;
    this.#state = worlds.find(name) ?? worlds.make(name);
    this.#state.events ??= new WorldEvents(name);
    this.events = this.#state.events;
    this.events.relay = (event) => void this.changes?.events.push(event);
  }

  get isIdle(): boolean {
    return !this.#isAtWork && !this.events.hasFollowers;
  }

  /** @param run answers the request, perhaps several times @throws {NotKept} */
  answer(needs: SharedNeeds, run: () => MockReply, deadline: number): Promise<MockReply> {
    const waiting = { needs, run, deadline, ...Promise.withResolvers<MockReply>() };
    this.#waiting.push(waiting);
    // Requests of one turn of the event loop share an exchange.
    if (!this.#isAtWork) setImmediate(() => void this.#work());
    this.#isAtWork = true;
    return waiting.promise;
  }

  noteReset(): void {
    if (!this.changes) return;
    this.changes.isReset = true;
    this.changes.writes.clear();
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      const open = this.#next();
      try {
        const replies = await this.#answer(open);
        for (const [place, { resolve }] of open.entries()) resolve(replies[place]!);
      } catch (error) {
        this.#refuse(open, error as Error);
      }
    }
    this.#isAtWork = false;
  }

  /** Takes waiting calls of the API, or one request of the control plane. */
  #next(): readonly Waiting[] {
    const alone = this.#waiting.findIndex(({ needs }) => !needs.isCall);
    const end = alone < 0 ? maxAtOnce : Math.min(Math.max(1, alone), maxAtOnce);
    return this.#waiting.splice(0, end);
  }

  async #answer(open: readonly Waiting[]): Promise<readonly MockReply[]> {
    const deadline = Math.min(...open.map((each) => each.deadline));
    const { needs } = open[0]!;
    for (;;) {
      if (this.#version === "" || needs.reads) await this.#read(deadline, needs);
      const changes = new Changes();
      this.changes = changes;
      const replies = open.map(({ run }) => run());
      if (await this.#keep(changes, deadline)) return replies;
    }
  }

  #refuse(open: readonly Waiting[], error: Error): void {
    this.changes = undefined;
    this.#version = "";
    const refusal = notKept(error);
    const now = performance.now();
    const isLater = ({ deadline }: Waiting) => refusal.code === "state_unreachable" && deadline > now;
    for (const each of open) if (!isLater(each)) each.reject(refusal);
    this.#waiting.unshift(...open.filter(isLater));
  }

  async #read(deadline: number, { reads, named }: SharedNeeds): Promise<void> {
    const { name, journal } = this.#state;
    const question = { world: name, version: "", reads, named, entries: [] };
    const reply = expectWorld(await this.#exchange(question, deadline));
    this.#load(reply);
    if (reads === "journal") journal.load(readEntries(reply.more, reply.last - reply.more.length + 1));
  }

  /** Stores the changes if the copy was current; otherwise updates the copy. @returns whether they are stored */
  async #keep(changes: Changes, deadline: number): Promise<boolean> {
    const question = {
      world: this.#state.name,
      version: this.#version,
      ...formatEvents(changes.events),
      ...this.#describe(changes),
    };
    const reply = await this.#exchange(question, deadline);
    this.changes = undefined;
    const isStored = reply.outcome === "done";
    if (!isStored) this.#load(expectWorld(reply));
    else this.#version = changes.startAll ? "" : reply.version;
    return isStored;
  }

  #describe({ startAll, drop, isReset, writes }: Changes): Partial<WorldQuestion> {
    const { first, next } = this.#worlds;
    if (startAll) return { all: startAll === first ? "" : formatBase(startAll) };
    if (drop) return { drop };
    if (writes.size > maxWrites)
      throw new Unusable(`more than ${maxWrites} orders changed at once`, "Change fewer.");
    const { store } = this.#state;
    const parts = formatParts(this.#state, this.#worlds);
    if (parts === this.#parts && !isReset && writes.size === 0) return {};
    this.#parts = parts;
    const fields = ["parts", parts, "changed", String(store.changes().size)];
    if (isReset && store.base !== first && store.base !== next) {
      this.#own = { text: formatBase(store.base), base: store.base };
      fields.push("own", this.#own.text);
    }
    for (const [position, order] of writes)
      fields.push(String(position), seal(order ? formatJson(order) : ""));
    return { fields, isReset };
  }

  /** @throws {Unusable} */
  #load({ version, fields, next: found }: Found): void {
    const { store } = this.#state;
    const { first } = this.#worlds;
    const next = found ?? first;
    const parts = fields.get("parts");
    if (parts === undefined) this.#worlds.reset(this.#state, next);
    else
      loadParts(this.#state, parts, (start) =>
        start === "own" ? this.#readOwn(fields.get("own")) : { first, next }[start],
      );
    this.#parts = parts ?? "";
    const orders = [...fields].filter(([name]) => !worldFields.has(name));
    store.load(
      orders.map(([position, sealed]) => {
        const text = unseal(sealed);
        return [Number(position), text === "" ? undefined : parseOrder(text)];
      }),
    );
    // Clears the noted changes of orders: a read emits no event.
    this.events.emitOrders();
    this.#version = version;
  }

  #readOwn(text: string | undefined): OrderBase {
    if (this.#own?.text !== text || !this.#own) this.#own = { text: text!, base: readBase(text).base };
    return this.#own.base;
  }
}

/** @throws {Unusable} for a reply without a world, which Redis does not give to these questions */
function expectWorld(reply: Answer): Found {
  if (reply.outcome !== "changed") throw new Unusable(...damage);
  return reply;
}
