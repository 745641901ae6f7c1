/** A world's orders and profile as a short text, and back. */

import { BadInput, quoteValue } from "../../base/bad-input.ts";
import { formatJson, type Json } from "../../base/json.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { maxSeed } from "../../fixtures/generate-orders.ts";
import { readFixtures } from "../../fixtures/parse-fixtures.ts";
import { scenarioNamed } from "../../fixtures/scenarios.ts";
import { questionIds } from "../../spec/open-questions.ts";
import { defaultProfile, parseProfile } from "../../spec/profile.ts";
import { type OrderStatus, orderStatuses } from "../../spec/wire.ts";
import { createOrderBase, type OrderBase, type OrderStore } from "../core/order-store.ts";
import {
  checksumOfBase,
  formatSnapshotText,
  parseSnapshotText,
  refuseSnapshot,
  type SnapshotParts,
} from "./snapshot-text.ts";
import type { OrderSource, OrderStart, WorldState } from "./world-state.ts";
import { makeOrders, maxOrders, type Worlds } from "./worlds.ts";

/** Stands for orders that are the user's own, not a scenario's. */
const ownFixtures = "fixtures";

/** The source, what differs from it, and the answers that differ from the default profile's. */
export function formatSnapshot({ source, store, profile }: WorldState): string {
  const { put, ...changed } = changesOf(store);
  const { seed, count, fixtures } = source;
  const answers = questionIds.filter((question) => profile[question] !== defaultProfile[question]);
  const changes = Object.entries(changed).filter(([, ids]) => ids.length > 0);
  return formatSnapshotText({
    ...{ seed, orders: count },
    source: fixtures === undefined || typeof fixtures === "string" ? fixtures : ownFixtures,
    start: checksumOfBase(store.base),
    ...Object.fromEntries(changes.map(([name, ids]) => [name, joinNeighbours(ids)])),
    put: put.length > 0 ? put : undefined,
    profile: answers.length > 0 ? Object.fromEntries(answers.map((id) => [id, profile[id]])) : undefined,
  });
}

/** Ids in rising order, neighbours as the first and the last of them: `[1001, [1005, 1009]]`. */
function joinNeighbours(ids: readonly bigint[]): readonly (bigint | readonly [bigint, bigint])[] {
  const ranges: [first: bigint, last: bigint][] = [];
  for (const id of [...ids].sort((one, other) => (one < other ? -1 : 1))) {
    const range = ranges.at(-1);
    if (range && range[1] + 1n === id) range[1] = id;
    else ranges.push([id, id]);
  }
  return ranges.map(([first, last]) => (first === last ? first : [first, last]));
}

interface Changes extends Record<OrderStatus, bigint[]> {
  /** Orders of the base that were removed. */
  readonly removed: bigint[];
  /** Orders that differ in more than their state, in list order. */
  readonly put: FixtureOrder[];
}

function changesOf(store: OrderStore): Changes {
  const changes: Changes = { pending: [], shipped: [], cancelled: [], removed: [], put: [] };
  for (const [position, order] of [...store.changes()].sort(([a], [b]) => a - b)) {
    const before = store.base.orders[position];
    if (!order) {
      if (before) changes.removed.push(before.id);
    } else if (before && formatJson({ ...before, status: order.status }) === formatJson(order)) {
      if (before.status !== order.status) changes[order.status].push(order.id);
    } else {
      changes.put.push(order);
    }
  }
  return changes;
}

/** @throws {BadInput} before anything is changed */
export function restoreSnapshot(text: string, world: WorldState, worlds: Worlds): void {
  const parts = parseSnapshotText(text);
  const profile = parseProfile(parts.profile ?? {}, "the snapshot's profile");
  const { source, base } = findStart(parts, world, worlds);
  const { removed, put } = readChanges(parts, base);

  world.store.reset(base, base !== worlds.first.base);
  for (const id of removed) world.store.remove(id);
  for (const order of put) world.store.put(order);
  world.source = source;
  world.profile = profile;
}

/** The orders that the snapshot starts from: those at hand when they are the ones, else made anew. */
function findStart(parts: SnapshotParts, world: WorldState, worlds: Worlds): OrderStart {
  const { source: name, start } = parts;
  if (typeof start !== "string" || !/^[0-9a-f]{8}$/.test(start))
    return refuseSnapshot(
      `start must be the checksum of the orders that it starts from, got ${quoteValue(start)}.`,
    );
  const seed = readNumber(parts, "seed", maxSeed);
  const count = readNumber(parts, "orders", maxOrders);
  const own = world.store.base;
  const atHand = [worlds.first.base, own, ...worlds.leftStarts].find(
    (base) => checksumOfBase(base) === start,
  );
  if (name === ownFixtures) {
    if (!atHand) {
      return refuseSnapshot(
        `it starts from fixtures of checksum ${start}, and these here have ${checksumOfBase(own)}. Start the mock with the same fixtures, or reset the world to them.`,
      );
    }
    return { source: { seed, count, fixtures: atHand.orders }, base: atHand };
  }
  const { movedDays = 0 } = world.source;
  if (name !== undefined && typeof name !== "string")
    return refuseSnapshot(`source must be a scenario's name, got ${quoteValue(name)}.`);
  const fixtures = name === undefined ? {} : { fixtures: scenarioNamed(name) };
  const source: OrderSource = { seed, count, movedDays, ...fixtures };
  if (atHand) return { source, base: atHand };
  const base = createOrderBase(makeOrders(source));
  const sum = checksumOfBase(base);
  if (sum !== start) {
    return refuseSnapshot(
      `its orders have the checksum ${start}, and those that this kit makes have ${sum}. Use the kit that made it, or start from the same orders.`,
    );
  }
  return { source, base };
}

function readNumber(parts: SnapshotParts, name: "seed" | "orders", most: number): number {
  const value = parts[name];
  if (typeof value === "bigint" && value >= 0n && value <= BigInt(most)) return Number(value);
  return refuseSnapshot(`${name} must be an integer from 0 to ${most}, got ${quoteValue(value)}.`);
}

function readChanges(parts: SnapshotParts, base: OrderBase) {
  const ordersOf = (name: "removed" | OrderStatus): readonly FixtureOrder[] =>
    readIds(parts[name] ?? [], name, base.orders.length).map((id) => {
      const position = base.positionOf(id);
      return position === undefined
        ? refuseSnapshot(`${name} names order ${id}, which is none of those it starts from.`)
        : base.orders[position]!;
    });
  const changed = orderStatuses.flatMap((status) => ordersOf(status).map((order) => ({ ...order, status })));
  return { removed: ordersOf("removed").map(({ id }) => id), put: [...changed, ...readPut(parts.put)] };
}

/** @param most ids that there can be, so that a range is not counted out to the end of time */
function readIds(value: Json, name: string, most: number): readonly bigint[] {
  const ids: bigint[] = [];
  for (const range of Array.isArray(value) ? value : [undefined]) {
    const [first, last, ...more] = Array.isArray(range) ? range : [range, range];
    if (!isInt64(first) || !isInt64(last) || last < first || more.length > 0)
      return refuseSnapshot(
        `${name} must be int64 ids such as [1001, [1005, 1009]], got ${quoteValue(range ?? value)}.`,
      );
    if (last - first >= BigInt(most - ids.length))
      return refuseSnapshot(
        `${name} names more orders than the ${most} it starts from, got ${quoteValue(range)}.`,
      );
    for (let id = first; id <= last; id++) ids.push(id);
  }
  return ids;
}

const isInt64 = (value: unknown): value is bigint =>
  typeof value === "bigint" && BigInt.asIntN(64, value) === value;

function readPut(orders: Json | undefined): readonly FixtureOrder[] {
  if (orders === undefined) return [];
  try {
    return readFixtures(orders, "in put");
  } catch (error) {
    if (error instanceof BadInput) return refuseSnapshot(error.message);
    throw error;
  }
}
