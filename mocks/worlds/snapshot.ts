/** A world's orders and profile as a short text, and back. */

import { BadInput, quoteValue } from "../../base/bad-input.ts";
import { formatJson, parseJson } from "../../base/json.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { maxSeed } from "../../fixtures/generate-orders.ts";
import { readFixtures } from "../../fixtures/parse-fixtures.ts";
import { scenarioNamed } from "../../fixtures/scenarios.ts";
import { type Profile, questionIds } from "../../spec/open-questions.ts";
import { defaultProfile, parseProfile } from "../../spec/profile.ts";
import { type OrderStatus, orderStatuses } from "../../spec/wire.ts";
import { createOrderBase, type OrderBase, type OrderStore } from "../core/order-store.ts";
import {
  checksumOfBase,
  formatIds,
  formatSnapshotText,
  parseIds,
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
  return formatSnapshotText({
    seed: String(seed),
    orders: String(count),
    ...(fixtures !== undefined && { source: typeof fixtures === "string" ? fixtures : ownFixtures }),
    start: checksumOfBase(store.base),
    ...Object.fromEntries(Object.entries(changed).map(([name, ids]) => [name, formatIds(ids)])),
    ...(put.length > 0 && { put: toBase64url(formatJson(put)) }),
    profile: questionIds
      .filter((question) => profile[question] !== defaultProfile[question])
      .map((question) => `${question}:${profile[question]}`)
      .join(),
  });
}

interface Changes extends Record<OrderStatus, bigint[]> {
  /** Of the base's orders those that are gone. */
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

/** RFC 4648, 5, without padding. */
function toBase64url(text: string): string {
  let bytes = "";
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @throws {BadInput} before anything is changed */
export function restoreSnapshot(text: string, world: WorldState, worlds: Worlds): void {
  const parts = parseSnapshotText(text);
  const profile = readProfile(parts.profile);
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
  if (!start) return refuseSnapshot("it lacks start, the checksum of the orders it starts from.");
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
  const text = parts[name] ?? "";
  if (!/^\d{1,10}$/.test(text) || Number(text) > most)
    refuseSnapshot(`${name} must be an integer from 0 to ${most}, got ${quoteValue(text)}.`);
  return Number(text);
}

function readChanges(parts: SnapshotParts, base: OrderBase) {
  const most = base.orders.length;
  const orderOf = (id: bigint, name: string) => {
    const position = base.positionOf(id);
    return position === undefined
      ? refuseSnapshot(`${name} names order ${id}, which is none of those it starts from.`)
      : base.orders[position]!;
  };
  const removed = parseIds(parts.removed, "removed", most);
  for (const id of removed) orderOf(id, "removed");
  const put: FixtureOrder[] = [];
  for (const status of orderStatuses) {
    for (const id of parseIds(parts[status], status, most)) put.push({ ...orderOf(id, status), status });
  }
  return { removed, put: put.concat(readPut(parts.put)) };
}

function readPut(text: string | undefined): readonly FixtureOrder[] {
  if (text === undefined) return [];
  try {
    const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const json = new TextDecoder("utf-8", { fatal: true }).decode(
      Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)),
    );
    return readFixtures(parseJson(json), "in put");
  } catch (error) {
    return refuseSnapshot(
      error instanceof BadInput ? error.message : "put must be orders as JSON in base64url, and is not.",
    );
  }
}

function readProfile(text: string | undefined): Profile {
  const answers = (text ?? "").split(",").filter((answer) => answer !== "");
  return parseProfile(
    Object.fromEntries(
      answers.map((answer) => {
        const colon = answer.indexOf(":");
        return colon < 0 ? [answer, ""] : [answer.slice(0, colon), answer.slice(colon + 1)];
      }),
    ),
    "the snapshot's profile",
  );
}
