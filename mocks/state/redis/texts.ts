/**
 * Texts in Redis: the first start of worlds, the start that replaced it, the state of a world, its events and its journal.
 * Each has a checksum, since other programs may write under the same keys.
 */

import { crc32 } from "node:zlib";
import { formatJson } from "../../../base/json.ts";
import type { FixtureOrder } from "../../../fixtures/fixture-order.ts";
import type { ScenarioName } from "../../../fixtures/scenarios.ts";
import type { Profile } from "../../../spec/open-questions.ts";
import { createOrderBase, type OrderBase } from "../../core/order-store.ts";
import type { SavedFaults } from "../../faults/fault-player.ts";
import type { JournalEntry } from "../../journal/journal-entry.ts";
import type { MockEvent } from "../../worlds/events.ts";
import type { MadeOrders } from "../../worlds/provider-states.ts";
import type { SavedClock } from "../../worlds/ship-clock.ts";
import type { OrderSource, OrderStart, WorldStart, WorldState } from "../../worlds/world-state.ts";
import type { Worlds } from "../../worlds/worlds.ts";
import { parseOrders } from "../state-worlds.ts";
import { damage, foreign, Unusable } from "./refusals.ts";

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
const layout = 5;

/** The start of worlds, as texts: that of the first mock, and the one that replaced it, empty if there is none. */
export type StartTexts = readonly [facts: string, firstOrders: string, start: string, orders: string];

interface FirstFacts extends Pick<WorldStart, "profile" | "faults"> {
  readonly layout: number;
  readonly source: SavedSource;
  readonly shipAfter?: number;
}

export function formatFirstStart({ source, orders, profile, faults, shipAfter }: WorldStart) {
  const facts = { layout, source: savedSource(source), profile, faults, shipAfter };
  return [seal(JSON.stringify(facts)), seal(formatJson(orders))] as const;
}

/** @throws {Unusable} */
export function readFirstStart([text, own]: StartTexts): WorldStart {
  let found: number;
  try {
    const facts = JSON.parse(unseal(text)) as FirstFacts;
    found = facts.layout;
    if (found === layout) {
      const { source, profile, faults, shipAfter } = facts;
      const orders = parseOrders(unseal(own));
      return { source: sourceOf(source, orders), orders, profile, faults, shipAfter };
    }
  } catch {
    throw new Unusable(...foreign);
  }
  throw new Unusable(
    `it has layout ${found}, this kit knows ${layout}`,
    "Use the kit that wrote it, or another --state-prefix.",
  );
}

/** The start that replaced the first; empty texts if it is the first. */
export function formatNextStart({ source, base }: OrderStart, { first }: Worlds) {
  if (base === first.base) return { start: "", orders: "" };
  return { start: seal(JSON.stringify(savedSource(source))), orders: seal(formatJson(base.orders)) };
}

/** @throws {Unusable} */
export function readNextStart([, , start, orders]: StartTexts): OrderStart | undefined {
  if (start === "") return undefined;
  const base = createOrderBase(parseOrders(unseal(orders)));
  return { source: sourceOf(JSON.parse(unseal(start)) as SavedSource, base.orders), base };
}

/** An order source without custom orders, which are stored elsewhere: `true` is in their place. */
interface SavedSource extends Omit<OrderSource, "fixtures"> {
  readonly fixtures?: ScenarioName | true | undefined;
}

interface WorldParts {
  /** The start of the mock, the start of new worlds, or the world's own. */
  readonly start: "first" | "next" | "own";
  readonly source: SavedSource;
  readonly profile: Profile;
  readonly faults?: SavedFaults | undefined;
  readonly ship?: SavedClock | undefined;
  readonly made?: MadeOrders | undefined;
}

/** Formats the state apart from the orders; the same text for the same state. */
export function formatParts(world: WorldState, { first, next }: Worlds): string {
  const { base } = world.store;
  const parts: WorldParts = {
    start: base === first.base ? "first" : base === next.base ? "next" : "own",
    source: savedSource(world.source),
    profile: world.profile,
    faults: world.faults.save(),
    ship: world.shipClock?.save(),
    made: world.made,
  };
  return seal(JSON.stringify(parts));
}

/**
 * Sets the world to the state in the parts, with all orders as at its start.
 * @param ownBase finds its own start orders
 * @throws {Unusable}
 */
export function loadParts(world: WorldState, text: string, worlds: Worlds, ownBase: () => OrderBase): void {
  const { start, source, profile, faults, ship, made } = JSON.parse(unseal(text)) as WorldParts;
  const base = start === "own" ? ownBase() : worlds[start].base;
  world.store.reset(base, base !== worlds.first.base);
  world.source = sourceOf(source, base.orders);
  world.profile = profile;
  if (faults) world.faults.load(faults);
  else world.faults.restart(world.source.seed);
  if (ship) world.shipClock?.load(ship);
  world.made = made;
}

function savedSource({ fixtures, ...source }: OrderSource): SavedSource {
  return { ...source, fixtures: typeof fixtures === "object" ? true : fixtures };
}

function sourceOf({ fixtures, ...source }: SavedSource, own: readonly FixtureOrder[]): OrderSource {
  return { ...source, fixtures: fixtures === true ? own : fixtures };
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
