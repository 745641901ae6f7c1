/** A replica's copy of one world: put where Redis has it, and told of what is done to it. */

import { NotKept, type WorldStorage } from "../../core/order-storage.ts";
import { createOrderBase, type OrderBase } from "../../core/order-store.ts";
import { ordersFrom } from "../../worlds/order-source.ts";
import { formatParts, loadParts, parseParts, sourceOf, type WorldParts } from "../../worlds/world-parts.ts";
import type { WorldState, Worlds } from "../../worlds/world-state.ts";
import { parseOrder } from "../state-format.ts";
import { parseOrders } from "./own-orders.ts";
import type { SharedBatch } from "./shared-batch.ts";
import type { Changed, Done, Pairs, WholeState } from "./world-replies.ts";

export class WorldCopy implements WorldStorage {
  readonly name: string;
  /** Of the copy in memory; empty where nothing is known. */
  version = "";
  count = "0";
  /** The version at which the world got the orders of its own that are here; empty for none. */
  ownId = "";
  /** What the requests under way change. */
  batch: SharedBatch | undefined;
  state: WorldState | undefined;
  /** What Redis has of the parts; empty where it has none yet and is to. */
  #parts = "";
  /** The start that Redis has. */
  #base: OrderBase | undefined;
  /** Whether what is written comes from Redis. */
  #isQuiet = false;

  constructor(name: string) {
    this.name = name;
  }

  ownOrders(): undefined {
    return undefined;
  }
  changes(): [] {
    return [];
  }
  write(...[position, order]: Parameters<WorldStorage["write"]>): void {
    if (!this.#isQuiet) this.#expectBatch().write(position, order, this.state!);
  }
  reset(): void {
    if (!this.#isQuiet) this.#expectBatch().reset();
  }
  drop(): void {
    if (!this.#isQuiet) this.#expectBatch().isDropped = true;
  }

  #expectBatch(): SharedBatch {
    if (this.batch) return this.batch;
    throw new NotKept("This mock shares its state. Change it by its control plane, over HTTP.");
  }

  /** Does what is not to be kept, since Redis has it. */
  quietly<Value>(work: () => Value): Value {
    const before = this.#isQuiet;
    this.#isQuiet = true;
    try {
      return work();
    } finally {
      this.#isQuiet = before;
      this.state?.events?.forgetOrders();
    }
  }

  /** The parts as text where they are others than Redis has. */
  changedParts(worlds: Worlds): string {
    const parts = formatParts(this.state!, worlds);
    return parts === this.#parts ? "" : parts;
  }

  wholeParts(worlds: Worlds): string {
    return formatParts(this.state!, worlds);
  }

  /** What the batch changed is kept. */
  settle({ version, count }: Done, parts: string, hasOwnText: boolean): void {
    if (this.batch?.isReset) this.ownId = hasOwnText ? version : "";
    this.#base = this.state?.store.base;
    this.version = version;
    this.count = count;
    if (parts !== "") this.#parts = parts;
    this.batch = undefined;
  }

  /** What the batch changed is kept nowhere. */
  rollBack(worlds: Worlds): void {
    const { batch, state } = this;
    this.batch = undefined;
    if (!batch || !state) return;
    if (!batch.isUndoable || this.version === "") {
      this.version = "";
      if (batch.isDropped) this.state = undefined;
      return;
    }
    this.quietly(() => {
      batch.undo(state);
      if (this.#parts === "") this.#startOver(worlds);
      else if (this.changedParts(worlds) !== "") loadParts(state, parseParts(this.#parts), state.store.base);
    });
  }

  /** Takes over what Redis told. */
  follow({ version, count, state }: Changed, worlds: Worlds): void {
    this.quietly(() => {
      if (state.kind === "fresh") this.#startOver(worlds);
      else if (state.kind === "whole") this.#load(state, worlds);
      else
        for (const { parts, pairs } of state.entries) {
          this.#set(pairs);
          if (parts !== "") this.#loadParts(parts, this.state!.store.base);
        }
    });
    this.version = version;
    this.count = count;
  }

  /** As a new world is, which Redis knows nothing of. */
  startFresh(generation: string, worlds: Worlds): void {
    this.quietly(() => this.#startOver(worlds));
    this.version = generation;
    this.count = "0";
  }

  #startOver(worlds: Worlds): void {
    const { store, faults, shipClock } = this.state!;
    const { base, source } = worlds.next;
    store.reset(base, base !== worlds.first.base);
    this.#base = base;
    this.state!.source = source;
    this.state!.profile = worlds.first.profile;
    this.state!.made = undefined;
    faults.restart(source.seed);
    shipClock?.restart(worlds.now());
    this.ownId = "";
    // A clock and chances that have begun to run are the same for all only once they are kept.
    this.#parts = shipClock || faults.rules().length > 0 ? "" : formatParts(this.state!, worlds);
  }

  #load({ parts: text, ownId, ownText, pairs }: WholeState, worlds: Worlds): void {
    if (text === "") {
      this.#startOver(worlds);
      this.#set(pairs);
      return;
    }
    const parts = parseParts(text);
    const base = this.#baseOf(parts, ownId, ownText, worlds);
    this.state!.store.reset(base, base !== worlds.first.base);
    this.ownId = ownId;
    this.#base = base;
    this.#set(pairs);
    this.#loadParts(text, base);
  }

  #baseOf(parts: WorldParts, ownId: string, ownText: string, worlds: Worlds): OrderBase {
    if (parts.start !== "own") return worlds[parts.start].base;
    if (ownText !== "") return createOrderBase(parseOrders(ownText));
    // Orders of somebody's own are sent wherever they are not here.
    const isHere = ownId !== "" || (this.#parts !== "" && isSameStart(parseParts(this.#parts), parts));
    return isHere && this.#base ? this.#base : createOrderBase(ordersFrom(sourceOf(parts.source, [])));
  }

  #loadParts(text: string, base: OrderBase): void {
    loadParts(this.state!, parseParts(text), base);
    this.#parts = text;
  }

  #set(pairs: Pairs): void {
    for (const [position, text] of pairs)
      this.state!.store.set(position, text === "" ? undefined : parseOrder(text));
  }
}

function isSameStart(one: WorldParts, other: WorldParts): boolean {
  return one.start === other.start && JSON.stringify(one.source) === JSON.stringify(other.source);
}
