/** What a world is besides its orders, as text that another process can go on from. */

import type { OrderSequence } from "../../fixtures/order-sequence.ts";
import type { ScenarioName } from "../../fixtures/scenarios.ts";
import type { Profile } from "../../spec/open-questions.ts";
import type { OrderBase } from "../core/order-store.ts";
import type { SavedFaults } from "../faults/fault-player.ts";
import type { OrderSource } from "./order-source.ts";
import type { MadeOrders } from "./provider-states.ts";
import type { SavedClock } from "./ship-clock.ts";
import type { WorldState, Worlds } from "./world-state.ts";

/** An order source without the orders of somebody's own, which lie elsewhere. */
export interface SavedSource extends Omit<OrderSource, "fixtures"> {
  readonly fixtures?: ScenarioName;
  /** Its orders are somebody's own. */
  readonly isOwn?: true;
}

interface SavedMade {
  readonly ids: Readonly<Record<string, readonly string[]>>;
  readonly next: string;
}

export interface WorldParts {
  /** The orders it starts from: the mock's, those of worlds to come, or others. */
  readonly start: "first" | "next" | "own";
  readonly source: SavedSource;
  readonly profile: Profile;
  readonly faults?: SavedFaults | undefined;
  readonly ship?: SavedClock | undefined;
  readonly made?: SavedMade | undefined;
}

/** The same text for the same state. */
export function formatParts(world: WorldState, { first, next }: Pick<Worlds, "first" | "next">): string {
  const { base } = world.store;
  const parts: WorldParts = {
    start: base === first.base ? "first" : base === next.base ? "next" : "own",
    source: savedSource(world.source),
    profile: world.profile,
    faults: world.faults.save(),
    ship: world.shipClock?.save(),
    made: world.made && saveMade(world.made),
  };
  return JSON.stringify(parts);
}

export const parseParts = (text: string): WorldParts => JSON.parse(text) as WorldParts;

/** Puts the world where the parts have it. Its orders and their start are not touched. */
export function loadParts(world: WorldState, parts: WorldParts, base: OrderBase): void {
  world.source = sourceOf(parts.source, base.orders);
  world.profile = parts.profile;
  if (parts.faults) world.faults.load(parts.faults);
  else world.faults.restart(world.source.seed);
  if (parts.ship) world.shipClock?.load(parts.ship);
  world.made = parts.made && loadMade(parts.made);
}

function saveMade({ ids, next }: MadeOrders): SavedMade {
  const texts = Array.from(ids, ([state, made]) => [state, made.map(String)] as const);
  return { ids: Object.fromEntries(texts), next: String(next) };
}

function loadMade({ ids, next }: SavedMade): MadeOrders {
  const made = Object.entries(ids).map(([state, texts]) => [state, texts.map(BigInt)] as const);
  return { ids: new Map(made), next: BigInt(next) };
}

export function savedSource({ fixtures, ...source }: OrderSource): SavedSource {
  if (fixtures === undefined) return source;
  return typeof fixtures === "string" ? { ...source, fixtures } : { ...source, isOwn: true };
}

export function sourceOf({ isOwn, ...source }: SavedSource, own: OrderSequence): OrderSource {
  return isOwn ? { ...source, fixtures: own } : source;
}
