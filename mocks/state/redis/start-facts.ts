/** As text: what all mocks on one Redis were started with, and the state of a world apart from its orders. Also why a Redis cannot be used. */

import { formatJson } from "../../../base/json.ts";
import type { FixtureOrder } from "../../../fixtures/fixture-order.ts";
import type { ScenarioName } from "../../../fixtures/scenarios.ts";
import type { Profile } from "../../../spec/open-questions.ts";
import type { OrderBase } from "../../core/order-store.ts";
import type { SavedFaults } from "../../faults/fault-player.ts";
import type { MadeOrders } from "../../worlds/provider-states.ts";
import type { SavedClock } from "../../worlds/ship-clock.ts";
import type { OrderSource, WorldStart, WorldState } from "../../worlds/world-state.ts";
import type { Worlds } from "../../worlds/worlds.ts";
import { parseOrders } from "../state-worlds.ts";
import { isDistrusted } from "./redis-connection.ts";
import { seal, unseal } from "./sealed.ts";

/** The version of the layout of keys and texts in Redis, which increases with each change. */
const layout = 4;

export interface StartFacts {
  readonly text: string;
  readonly orders: string;
}

interface ReadFacts extends Pick<WorldStart, "profile" | "faults"> {
  readonly source: SavedSource;
  readonly shipAfter?: number;
}

export function formatStartFacts({ source, orders, ...rest }: WorldStart): StartFacts {
  const { profile, faults, shipAfter } = rest;
  const facts = { layout, source: savedSource(source), profile, faults, shipAfter };
  return { text: seal(JSON.stringify(facts)), orders: seal(formatJson(orders)) };
}

/** @param refuse throws */
export function readStartFacts(
  { text, orders: own }: StartFacts,
  refuse: (fact: string, next: string) => never,
): WorldStart {
  const found = layoutOf(text);
  if (found !== undefined && found !== layout)
    return refuse(
      `it has layout ${found}, this kit knows ${layout}`,
      "Use the kit that wrote it, or another --state-prefix.",
    );
  try {
    const { source, profile, faults, shipAfter } = JSON.parse(unseal(text)) as ReadFacts;
    const orders = parseOrders(unseal(own));
    return { source: sourceOf(source, orders), orders, profile, faults, shipAfter };
  } catch {
    return refuse(...foreign);
  }
}

/** The layout of any kit's start, sealed or not. */
function layoutOf(text: string): number | undefined {
  const digits = /^\{"layout":(\d{1,9})[,}]/.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

const foreign = ["there is data of another program under its keys", "Name another --state-prefix."] as const;

/** Why Redis cannot be used, by the code that its answer begins with, and what to do. */
const reasons: readonly (readonly [code: RegExp, fact: string, next: string])[] = [
  [
    /^(?:NOAUTH|WRONGPASS)\b/,
    "Redis asks for another user or password",
    "Put them before the host of the address.",
  ],
  [/^READONLY\b/, "it is a replica, which takes no changes", "Name the address of its master."],
  [/^OOM\b/, "Redis is full", "Give it more memory, or name another address."],
  [/^MISCONF\b/, "Redis takes no changes, as it cannot write to its disk", "Make room there."],
  [/^(?:FOREIGN|WRONGTYPE)\b/, ...foreign],
  [/^DAMAGED\b/, "a value under its keys is damaged", "Name another --state-prefix."],
  [/NOPERM|can't run this command/, "its user may not do what the mock needs", "Name another user."],
];

export function reasonOf(error: Error): readonly [fact: string, next: string] {
  const known = reasons.find(([code]) => code.test(error.message));
  if (known) return [known[1], known[2]];
  if (isDistrusted(error))
    return [
      `its certificate is not trusted (${error.message.split(";", 1)[0]})`,
      "Name the file of its authority in NODE_EXTRA_CA_CERTS, or another address.",
    ];
  // Where a name has several addresses, Node gives only a code.
  const fact = error.message || (error as NodeJS.ErrnoException).code || "";
  // Redis adds the place in a script.
  const words = fact.replace(/,? script: .*$/s, "");
  return [`Redis cannot be used (${words})`, "Start it there, or name another address."];
}

/** An order source without custom orders, which are stored elsewhere: `true` is in their place. */
export interface SavedSource extends Omit<OrderSource, "fixtures"> {
  readonly fixtures?: ScenarioName | true | undefined;
}

export interface WorldParts {
  /** The orders it starts from: the mock's, those of worlds to come, or others. */
  readonly start: "first" | "next" | "own";
  readonly source: SavedSource;
  readonly profile: Profile;
  readonly faults?: SavedFaults | undefined;
  readonly ship?: SavedClock | undefined;
  readonly made?: MadeOrders | undefined;
}

/** The same text for the same state. */
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
  return JSON.stringify(parts);
}

/** Sets the world to the state in the parts. Its orders and their start do not change. */
export function loadParts(world: WorldState, parts: WorldParts, base: OrderBase): void {
  world.source = sourceOf(parts.source, base.orders);
  world.profile = parts.profile;
  if (parts.faults) world.faults.load(parts.faults);
  else world.faults.restart(world.source.seed);
  if (parts.ship) world.shipClock?.load(parts.ship);
  world.made = parts.made;
}

export function savedSource({ fixtures, ...source }: OrderSource): SavedSource {
  return { ...source, fixtures: typeof fixtures === "object" ? true : fixtures };
}

export function sourceOf({ fixtures, ...source }: SavedSource, own: readonly FixtureOrder[]): OrderSource {
  return { ...source, fixtures: fixtures === true ? own : fixtures };
}
