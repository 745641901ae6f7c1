/** The options of a mock, from code and from the command line, read by one set of rules. */

import { BadInput, readSecret } from "../base/bad-input.ts";
import type { FixtureInput, FixtureOrder } from "../fixtures/fixture-order.ts";
import { daysSinceReference, maxSeed } from "../fixtures/generate-orders.ts";
import { defaultSource } from "../fixtures/order-source.ts";
import { readFixtures } from "../fixtures/parse-fixtures.ts";
import type { ScenarioName } from "../fixtures/scenarios.ts";
import type { BrokenBehaviour } from "../spec/control-protocol.ts";
import type { Profile } from "../spec/open-questions.ts";
import { defaultProfile, type ProfileName, profileOf } from "../spec/profile.ts";
import type { ControlAccess } from "./control/guard.ts";
import {
  asGiven,
  field,
  integer,
  type MembersOf,
  numberIn,
  type Reader,
  readMembers,
  word,
} from "./core/field.ts";
import type { StateStorage } from "./core/order-storage.ts";
import { type FaultRules, parseFaultRules } from "./faults/fault-rule.ts";
import { readOrigin } from "./http/origins.ts";
import type { SharedStorage } from "./worlds/sharing.ts";
import { maxOrders, type WorldStart } from "./worlds/worlds.ts";

export interface MockOptions {
  /** Valid keys. Default: `mock-key`. A key with `~name` after it opens the world with that name. */
  readonly apiKeys?: readonly string[] | undefined;
  /** Number of orders to generate. Default: 25. */
  readonly orders?: number | undefined;
  /** Seed of the generated orders and of the faults' chances. Default: 1. */
  readonly seed?: number | undefined;
  /** Orders in place of generated ones, in the format of a fixtures file, or a scenario's name. */
  readonly fixtures?: readonly FixtureInput[] | ScenarioName | undefined;
  /** `relative` moves ship dates by whole days, so that their reference day is today. Default: `fixed`. */
  readonly dates?: "fixed" | "relative" | undefined;
  /** Answers to the open questions, or the name of a profile. The default profile has the rest. */
  readonly profile?: Partial<Profile> | ProfileName | undefined;
  /** Rules that every world starts with, or the name of a preset such as `flaky`. */
  readonly faults?: FaultRules | undefined;
  /** Seconds after which a pending order ships. Default: never. */
  readonly shipAfter?: number | undefined;
  /** Maximum number of entries of each world's journal. Default: 500; 0 keeps none. */
  readonly journalLength?: number | undefined;
  /** Maximum number of worlds; a key that names a further one gets 503. Default: 100,000. */
  readonly maxWorlds?: number | undefined;
  /** Origins of pages on other machines that may call the API, as in `https://shop.test`. Default: none. */
  readonly allowOrigins?: readonly string[] | undefined;
  /** Returns milliseconds since 1970, for tests that control time. Default: the clock. */
  readonly now?: (() => number) | undefined;
  /** Keeps the orders beyond the process. */
  readonly stateStorage?: StateStorage | SharedStorage | undefined;
  /** The mistake of a deliberately broken mock, shown on its page. */
  readonly broken?: BrokenBehaviour | undefined;
  /** Access to the control plane through `handle`; false closes it. Default: this machine only. */
  readonly controlAccess?: ControlAccess | false | undefined;
}

/** Maximum number of seconds: more than a week. */
const maxSeconds = 1_000_000;

export const defaultApiKey = "mock-key";

/** @param minItems the minimum number of items */
function listOf<Item>(must: string, minItems: number, read: Reader<Item>["read"]): Reader<readonly Item[]> {
  const list = field(must, (value) =>
    Array.isArray(value) && value.length >= minItems ? (value as unknown[]) : undefined,
  );
  return {
    read: (value, name) => list.read(value, name).map((item, index) => read(item, `${name}[${index}]`)),
  };
}

/** The readers of all options: an option without a reader does not compile. */
const readers = {
  apiKeys: listOf(`an array with at least one key, as in ["${defaultApiKey}"]`, 1, readSecret),
  orders: integer(0, maxOrders),
  seed: integer(0, maxSeed),
  // An unknown scenario is refused where its orders are made.
  fixtures: {
    read: (value: unknown): readonly FixtureOrder[] | ScenarioName =>
      typeof value === "string" ? (value as ScenarioName) : readFixtures(value, "in the options"),
  },
  dates: word("fixed", "relative"),
  profile: { read: (value: unknown) => profileOf(value as ProfileName) },
  faults: { read: parseFaultRules },
  shipAfter: field(`a number of seconds from 0 to ${maxSeconds}`, (value) => numberIn(value, 0, maxSeconds)),
  journalLength: integer(0, 1_000_000),
  maxWorlds: integer(1, 1_000_000),
  allowOrigins: listOf('an array of origins, as in ["https://shop.test"]', 0, readOrigin),
  now: field("a function that gives milliseconds since 1970", (value) =>
    typeof value === "function" ? (value as () => number) : undefined,
  ),
  stateStorage: asGiven as Reader<StateStorage | SharedStorage>,
  broken: asGiven as Reader<BrokenBehaviour>,
  controlAccess: asGiven as Reader<ControlAccess | false>,
} satisfies { readonly [Name in keyof MockOptions]-?: Reader };

/** The options after reading; undefined where they are left out. */
export type ReadOptions = MembersOf<typeof readers>;

/** @throws {BadInput} for options that cannot be used, or do not exist */
export const readMockOptions = (options: MockOptions): ReadOptions =>
  readMembers(options, readers, "options");

export function startFrom(read: ReadOptions): WorldStart {
  const { now = Date.now, profile = defaultProfile, faults = [], shipAfter } = read;
  const source = {
    seed: read.seed ?? defaultSource.seed,
    count: read.orders ?? defaultSource.count,
    fixtures: read.fixtures,
    ...(read.dates === "relative" && { movedDays: daysSinceReference(now()) }),
  };
  return { source, profile, faults, shipAfter };
}

/**
 * The mock's part of an adapter's options.
 * @param own readers of the adapter's own options
 * @throws {BadInput} for an option of the adapter that cannot be used, or one that neither has
 */
export function takeMockOptions<Own extends object>(
  options: MockOptions & Own,
  own: { readonly [Name in Exclude<keyof Own, keyof MockOptions>]-?: Reader },
): MockOptions {
  const unread = Object.fromEntries(Object.keys(readers).map((name) => [name, asGiven]));
  const taken = Object.entries(readMembers(options, { ...unread, ...own }, "options"));
  const forMock = taken.filter(([name]) => !Object.hasOwn(own, name));
  if (forMock[0] && taken.some(([name]) => name === "mock"))
    throw new BadInput(
      `Cannot use ${forMock[0][0]} beside mock: it is an option of a new mock. Give it to createMock.`,
    );
  return Object.fromEntries(forMock);
}
