/**
 * Texts in Redis: the start of worlds, the state of a world, its events and its journal. Each has a checksum, since other
 * programs may write under the same keys.
 */

import { crc32 } from "node:zlib";
import { formatJson } from "../../../base/json.ts";
import type { Profile } from "../../../spec/open-questions.ts";
import { OrderBase } from "../../core/order-store.ts";
import type { SavedFaults } from "../../faults/fault-player.ts";
import type { JournalEntry } from "../../journal/journal-entry.ts";
import type { MockEvent } from "../../worlds/events.ts";
import type { MadeOrders } from "../../worlds/provider-states.ts";
import type { SavedClock } from "../../worlds/ship-clock.ts";
import { hasOwnOrders, type WorldStart, type WorldState, type Worlds } from "../../worlds/worlds.ts";
import { parseOrders } from "../state-worlds.ts";
import { damage, Unusable, useThatKit } from "./refusals.ts";

export function seal(text: string): string {
  return `${text} ${crc32(text).toString(16).padStart(8, "0")}`;
}

/** @throws {Unusable} */
export function unseal(sealed: unknown): string {
  const text = typeof sealed === "string" ? sealed.slice(0, -9) : "";
  if (seal(text) !== sealed) throw new Unusable(...damage);
  return text;
}

/** The version of the layout of keys and texts in Redis, which increases with each change. */
const layout = 6;

/** The start of worlds apart from its orders. */
type Facts = Omit<WorldStart, "source">;

/**
 * Formats orders from which worlds start, after a line with their source. `true` in it is in the place of custom orders.
 * @param facts of the start of the first mock
 */
export function formatBase(base: OrderBase, facts?: Facts): string {
  const { source, orders } = base;
  const saved = hasOwnOrders(base) ? { ...source, fixtures: true } : source;
  return seal(`${JSON.stringify({ layout, ...facts, source: saved })}\n${formatJson(orders)}`);
}

/** @throws {Unusable} */
export function readBase(sealed: unknown): Facts & { readonly base: OrderBase } {
  const text = unseal(sealed);
  const end = text.indexOf("\n");
  const { layout: found, source, ...facts } = JSON.parse(text.slice(0, end));
  if (found !== layout) throw new Unusable(`it has layout ${found}, this kit knows ${layout}`, useThatKit);
  const orders = parseOrders(text.slice(end));
  const own = source.fixtures === true ? { ...source, fixtures: orders } : source;
  return { ...facts, base: new OrderBase(orders, own) };
}

interface WorldParts {
  /** The start of the mock, the start of new worlds, or the world's own. */
  readonly start: "first" | "next" | "own";
  readonly profile: Profile;
  readonly faults?: SavedFaults | undefined;
  readonly ship?: SavedClock | undefined;
  readonly made?: MadeOrders | undefined;
}

/** Formats the state apart from the orders; the same text for the same state. */
export function formatParts(world: WorldState, { first, next }: Worlds): string {
  const { base } = world.store;
  const parts: WorldParts = {
    start: base === first ? "first" : base === next ? "next" : "own",
    profile: world.profile,
    faults: world.faults.save(),
    ship: world.shipClock?.save(),
    made: world.made,
  };
  return seal(JSON.stringify(parts));
}

/**
 * Sets the world to the state in the parts, with all orders as at its start.
 * @param baseOf finds its start
 * @throws {Unusable}
 */
export function loadParts(
  world: WorldState,
  text: string,
  baseOf: (start: WorldParts["start"]) => OrderBase,
): void {
  const { start, profile, faults, ship, made } = JSON.parse(unseal(text)) as WorldParts;
  const base = baseOf(start);
  world.store.reset(base);
  world.profile = profile;
  if (faults) world.faults.load(faults);
  else world.faults.restart(base.source.seed);
  if (ship) world.shipClock?.load(ship);
  world.made = made;
}

/** A message for listeners of a world. */
export interface EventsMessage {
  /** The name of the world; an asterisk for every world. */
  readonly world: string;
  /** The number of the first entry. */
  readonly first: number;
  /** Exchanges, in order. Redis's Lua writes an empty list as an object. */
  readonly entries: readonly string[] | Readonly<Record<string, never>>;
  /** The other events, delivered after the exchanges. */
  readonly events: string;
}

export function formatEvents(all: readonly MockEvent[]) {
  const others = all.filter(({ event }) => event !== "exchange");
  return {
    entries: all.flatMap((event) => (event.event === "exchange" ? [seal(JSON.stringify(event.entry))] : [])),
    events: all.length === 0 ? undefined : seal(JSON.stringify(others)),
    clears: others.some(({ event }) => event === "reset" || event === "journal-cleared"),
  };
}

/** @param world the name that the events get @throws {Unusable} */
export function readEvents({ first, entries, events }: EventsMessage, world: string): readonly MockEvent[] {
  const exchanges = readEntries(Object.values(entries), first);
  const others = JSON.parse(unseal(events)) as readonly MockEvent[];
  return [
    ...exchanges.map((entry) => ({ event: "exchange" as const, world, entry })),
    ...others.map((event) => ({ ...event, world })),
  ];
}

/** @param first the number of the first one @throws {Unusable} */
export function readEntries(texts: readonly string[], first: number): readonly JournalEntry[] {
  return texts.map((text, place) => ({ ...(JSON.parse(unseal(text)) as JournalEntry), id: first + place }));
}
