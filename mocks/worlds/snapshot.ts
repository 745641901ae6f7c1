/**
 * A world's orders and profile as a short text: JSON in base64url (RFC 4648, 5), a dot, and a checksum against typing errors.
 * Its characters need no quotes in a URL (RFC 3986, 2.3) or in a shell.
 */

import { BadInput, quoteValue } from "../../base/bad-input.ts";
import { decodeBase64url, encodeBase64url } from "../../base/bytes.ts";
import { isInt64 } from "../../base/ids.ts";
import { formatJson, isJsonObject, type Json, type JsonObject, readJson } from "../../base/json.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { maxSeed } from "../../fixtures/generate-orders.ts";
import { readFixtures } from "../../fixtures/parse-fixtures.ts";
import { type ScenarioName, scenarioNames } from "../../fixtures/scenarios.ts";
import { questionIds } from "../../spec/open-questions.ts";
import { defaultProfile, parseProfile } from "../../spec/profile.ts";
import { type OrderStatus, orderStatuses } from "../../spec/wire.ts";
import { field, integer, readMembers, required, text, word } from "../core/field.ts";
import { OrderBase, type OrderStore } from "../core/order-store.ts";
import { wholeOrderText } from "../http/list-orders.ts";
import { createOrderBase, hasOwnOrders, maxOrders, type WorldState, type Worlds } from "./worlds.ts";

/** The source's name for a user's own orders; otherwise it is that of a scenario. */
const ownFixtures = "fixtures";
/** Names of the lists of start orders that are in another state now, or removed. */
type ListName = OrderStatus | "removed";
const idList = field<readonly Json[]>("a list of ids", (value) => (Array.isArray(value) ? value : undefined));

/** The parts of a snapshot. */
const readers = {
  seed: required(integer(0, maxSeed)),
  orders: required(integer(0, maxOrders)),
  source: word(ownFixtures, ...scenarioNames()),
  /** Checksum of the start orders. */
  start: required(text(8)),
  pending: idList,
  shipped: idList,
  cancelled: idList,
  removed: idList,
  /** Added orders, and start orders that differ in more than their state, in list order. */
  put: { read: (value: unknown) => readFixtures(value, "in put") },
  /** Answers that differ from the default profile's. */
  profile: { read: (value: unknown) => parseProfile(value as Json, "profile") },
};
type Snapshot = ReturnType<typeof readSnapshot>;

export function formatSnapshot({ store, profile }: WorldState): string {
  const answers = questionIds.filter((question) => profile[question] !== defaultProfile[question]);
  return formatSnapshotText({
    ...sourceOf(store.base),
    start: checksumOfBase(store.base),
    ...changesOf(store),
    profile: answers.length > 0 ? Object.fromEntries(answers.map((id) => [id, profile[id]])) : undefined,
  });
}

const sourceOf = (base: OrderBase) => ({
  seed: base.source.seed,
  orders: base.source.count,
  source: hasOwnOrders(base) ? ownFixtures : (base.source.fixtures as ScenarioName | undefined),
});

function changesOf(store: OrderStore) {
  const lists: Record<ListName, bigint[]> = { pending: [], shipped: [], cancelled: [], removed: [] };
  const put: FixtureOrder[] = [];
  for (const [position, order] of [...store.changes()].sort(([a], [b]) => a - b)) {
    const before = store.base.orders[position];
    if (!order) {
      if (before) lists.removed.push(before.id);
    } else if (before && formatJson({ ...before, status: order.status }) === formatJson(order)) {
      if (before.status !== order.status) lists[order.status].push(order.id);
    } else {
      put.push(order);
    }
  }
  return Object.fromEntries(Object.entries({ ...lists, put }).filter(([, list]) => list.length > 0));
}

/** @throws {BadInput} before anything is changed */
export function restoreSnapshot(given: string, world: WorldState, worlds: Worlds): void {
  const snapshot = readSnapshot(parseSnapshotText(given));
  const base = findStart(snapshot, world, worlds);
  const removed = findOrders(snapshot, "removed", base);
  const moved = orderStatuses.flatMap((status) =>
    findOrders(snapshot, status, base).map((order) => ({ ...order, status })),
  );
  world.store.reset(base);
  for (const { id } of removed) world.store.remove(id);
  for (const order of [...moved, ...(snapshot.put ?? [])]) world.store.put(order);
  world.profile = snapshot.profile ?? defaultProfile;
}

function readSnapshot(parts: JsonObject) {
  try {
    return readMembers(parts, readers, "the snapshot");
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    return refuse(error.message.replace(/^Cannot (?:use|read) /, ""));
  }
}

/** Finds the start of the snapshot: known orders with its checksum, or generated ones. */
function findStart(snapshot: Snapshot, { store }: WorldState, worlds: Worlds): OrderBase {
  const { seed, orders: count, source: name, start } = snapshot;
  const isOwn = name === ownFixtures;
  const known = [worlds.first, store.base, ...worlds.leftStarts].find(
    (base) => checksumOfBase(base) === start,
  );
  const source = {
    seed,
    count,
    movedDays: store.base.source.movedDays ?? 0,
    fixtures: isOwn ? undefined : name,
  };
  const base = known ?? (isOwn ? store.base : createOrderBase(source));
  const sum = checksumOfBase(base);
  if (sum !== start)
    refuse(
      `it starts from ${isOwn ? "fixtures" : "orders"} of checksum ${quoteValue(start)}, and this mock has ${sum}. Start from the same ones, with the kit that made it.`,
    );
  const own = sourceOf(base);
  if (own.seed === seed && own.orders === count && own.source === name) return base;
  return new OrderBase(base.orders, isOwn ? { seed, count, fixtures: base.orders } : source);
}

function findOrders(snapshot: Snapshot, name: ListName, base: OrderBase): readonly FixtureOrder[] {
  return (snapshot[name] ?? []).map((id) => {
    const position = isInt64(id) ? base.positionOf(id) : undefined;
    if (position === undefined)
      return refuse(
        `${name} names ${formatJson(id).slice(0, 60)}, which is not the id of an order that it starts from.`,
      );
    return base.orders[position]!;
  });
}

const version = 2n;

/** @throws {BadInput} with a fact about the snapshot */
function refuse(fact: string): never {
  throw new BadInput(`Cannot restore the snapshot: ${fact}`);
}

export function formatSnapshotText(parts: object): string {
  const body = encodeBase64url(formatJson({ snapshot: version, ...parts }));
  return `${body}.${checksumOf(body)}`;
}

/**
 * Reads the parts of a text. Blanks and line ends, which a mail may insert, are ignored.
 * @throws {BadInput} with the mistake in the text
 */
export function parseSnapshotText(given: string): JsonObject {
  if (typeof given !== "string") refuse(`it must be a text, got ${quoteValue(given)}.`);
  const text = given.replace(/\s+/g, "");
  const [body, end] = [text.slice(0, -9), text.slice(-9)];
  const sum = `.${checksumOf(body)}`;
  if (end !== sum)
    refuse(
      `it must end in a dot and its checksum${body && `, ${sum}`}, got ${quoteValue(end)}. Copy it all again.`,
    );
  const json = decodeBase64url(body) ?? refuse("it must be JSON in base64url. Copy it all again.");
  const value = readJson(json, refuse);
  if (!isJsonObject(value)) return refuse(`it must be a JSON object, got ${quoteValue(value)}.`);
  const { snapshot, ...parts } = value;
  if (snapshot === version) return parts;
  return refuse(
    `it is of version ${quoteValue(snapshot)}, and this kit reads ${version}. Use the kit that made it.`,
  );
}

/** FNV-1a of 32 bits. */
function checksumOf(text: string): string {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return (sum >>> 0).toString(16).padStart(8, "0");
}

const sums = new WeakMap<OrderBase, string>();

/** The checksum of the orders that worlds start from, computed once. */
function checksumOfBase(base: OrderBase): string {
  const sum =
    sums.get(base) ?? checksumOf(base.orders.map((order) => checksumOf(wholeOrderText(order))).join(""));
  sums.set(base, sum);
  return sum;
}
