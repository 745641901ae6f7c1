/**
 * One world that mocks share: a copy in memory, and a queue of requests. Waiting requests are answered on the copy one
 * after the other, and their changes are sent to Redis in one exchange. If the copy was not current, nothing is stored,
 * and they are answered again on a new copy.
 */

import { formatJson } from "../../../base/json.ts";
import type { FixtureOrder } from "../../../fixtures/fixture-order.ts";
import type { NotKept, WorldStorage } from "../../core/order-storage.ts";
import { createOrderBase, type OrderBase } from "../../core/order-store.ts";
import type { MockReply } from "../../http/reply.ts";
import { type MockEvent, WorldEvents } from "../../worlds/events.ts";
import type { SharedNeeds } from "../../worlds/sharing.ts";
import type { OrderStart, WorldState } from "../../worlds/world-state.ts";
import { parseOrder, parseOrders } from "../state-worlds.ts";
import type { Changed, Reply, WorldQuestion } from "./exchange-script.ts";
import { damage, notKept, Unusable } from "./refusals.ts";
import type { SharedStore } from "./shared-store.ts";
import { formatEvents, formatNextStart, formatParts, loadParts, readEntries, seal, unseal } from "./texts.ts";

export interface Waiting {
  readonly needs: SharedNeeds;
  readonly run: () => MockReply;
  /** Time after which the request must have no effect, in milliseconds of this process's clock. */
  readonly deadline: number;
  resolve(reply: MockReply): void;
  reject(refusal: NotKept): void;
}

/** Changes of requests that are not stored yet. */
class Changes {
  /** Written orders by position; undefined for a removed one. */
  readonly writes = new Map<number, FixtureOrder | undefined>();
  readonly events: MockEvent[] = [];
  isReset = false;
  startAll: OrderStart | undefined;
  drop: WorldQuestion["drop"];
}

/** Maximum number of requests answered in one exchange. */
const maxAtOnce = 200;
/** Maximum number of changed orders in one exchange. */
const maxWrites = 100_000;
/** Fields of a world in Redis apart from its orders. */
const worldFields: ReadonlySet<string> = new Set(["version", "parts", "own", "changed", "last"]);

export class SharedWorld {
  readonly name: string;
  readonly #store: SharedStore;
  /** The copy. */
  state: WorldState | undefined;
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

  /** Notes the changes of the copy. */
  readonly storage: WorldStorage = {
    ownOrders: () => undefined,
    changes: () => [],
    write: (position, order) => void this.changes?.writes.set(position, order),
    reset: () => {
      if (!this.changes) return;
      this.changes.isReset = true;
      this.changes.writes.clear();
    },
    drop: () => undefined,
  };

  constructor(name: string, store: SharedStore) {
    this.name = name;
    this.#store = store;
  }

  get isIdle(): boolean {
    return !this.#isAtWork && this.state?.events?.hasFollowers !== true;
  }

  take(waiting: Waiting): void {
    this.#waiting.push(waiting);
    if (this.#isAtWork) return;
    this.#isAtWork = true;
    // Requests of one turn of the event loop share an exchange.
    setImmediate(() => void this.#work());
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      const open = this.#next();
      try {
        const replies = await this.#answer(open);
        for (const [place, { resolve }] of open.entries()) resolve(replies[place]!);
      } catch (error) {
        this.#refuse(open, notKept(error as Error));
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
    this.#open();
    for (;;) {
      if (this.#version === "" || needs.reads) await this.#read(deadline, needs);
      const changes = new Changes();
      this.changes = changes;
      const replies = open.map(({ run }) => run());
      if (await this.#keep(changes, deadline)) return replies;
    }
  }

  #refuse(open: readonly Waiting[], refusal: NotKept): void {
    this.changes = undefined;
    this.#version = "";
    const now = performance.now();
    const isLater = ({ deadline }: Waiting) => refusal.code === "state_unreachable" && deadline > now;
    for (const each of open) if (!isLater(each)) each.reject(refusal);
    this.#waiting.unshift(...open.filter(isLater));
  }

  #open(): void {
    const { worlds } = this.#store;
    this.state ??= worlds.find(this.name) ?? worlds.make(this.name);
    this.state.events ??= new WorldEvents(this.name);
    this.state.events.relay = (event) => void this.changes?.events.push(event);
  }

  async #read(deadline: number, { reads, named }: SharedNeeds): Promise<void> {
    const question = { world: this.name, version: "", reads, named, entries: [] };
    const reply = expectWorld(await this.#store.exchange(question, deadline));
    this.#load(reply);
    if (reads === "worlds") this.#store.takeSummaries(reply);
    if (reads !== "journal") return;
    const { last, more } = reply;
    this.state!.journal.load(readEntries(more, last - more.length + 1));
  }

  /** Stores the changes if the copy was current; otherwise updates the copy. @returns whether they are stored */
  async #keep(changes: Changes, deadline: number): Promise<boolean> {
    const question = {
      world: this.name,
      version: this.#version,
      ...formatEvents(changes.events),
      ...this.#describe(changes),
    };
    const reply = await this.#store.exchange(question, deadline);
    this.changes = undefined;
    if (reply.outcome !== "done") {
      this.#load(expectWorld(reply));
      return false;
    }
    this.#version = changes.startAll ? "" : reply.version;
    if (changes.startAll) this.#store.startFrom(changes.startAll, reply.version);
    for (const name of changes.drop?.names ?? []) this.#store.forget(name);
    return true;
  }

  #describe({ startAll, drop, isReset, writes }: Changes): Partial<WorldQuestion> {
    const { worlds } = this.#store;
    if (startAll) return { all: formatNextStart(startAll, worlds) };
    if (drop) return { drop };
    if (writes.size > maxWrites)
      throw new Unusable(`more than ${maxWrites} orders changed at once`, "Change fewer.");
    const { store } = this.state!;
    const parts = formatParts(this.state!, worlds);
    if (parts === this.#parts && !isReset && writes.size === 0) return {};
    this.#parts = parts;
    const fields = ["parts", parts, "changed", String(store.changes().size)];
    if (isReset && store.base !== worlds.first.base && store.base !== worlds.next.base) {
      this.#own = { text: seal(formatJson(store.base.orders)), base: store.base };
      fields.push("own", this.#own.text);
    }
    for (const [position, order] of writes)
      fields.push(String(position), seal(order ? formatJson(order) : ""));
    return { fields, isReset };
  }

  /** @throws {Unusable} */
  #load({ version, fields }: Changed): void {
    const state = this.state!;
    const { worlds } = this.#store;
    const parts = fields.get("parts");
    if (parts === undefined) worlds.reset(state, worlds.next);
    else loadParts(state, parts, worlds, () => this.#ownBase(fields.get("own")));
    this.#parts = parts ?? "";
    const orders = [...fields].filter(([name]) => !worldFields.has(name));
    const end = state.store.base.orders.length + orders.length;
    for (const [name, text] of orders) {
      const position = Number(name);
      if (!Number.isInteger(position) || position < 0 || position >= end) throw new Unusable(...damage);
      const order = unseal(text);
      state.store.set(position, order === "" ? undefined : parseOrder(order));
    }
    // Clears the noted changes of orders: a read emits no event.
    state.events?.emitOrders();
    this.#version = version;
  }

  #ownBase(text: string | undefined): OrderBase {
    if (this.#own?.text !== text || !this.#own)
      this.#own = { text: text!, base: createOrderBase(parseOrders(unseal(text))) };
    return this.#own.base;
  }
}

/** @throws {Unusable} for a reply without a world, which Redis does not give to these questions */
function expectWorld(reply: Reply): Changed {
  if (reply.outcome !== "changed") throw new Unusable(...damage);
  return reply;
}
