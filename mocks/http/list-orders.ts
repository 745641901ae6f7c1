/**
 * GET /store/orders: all orders in one array (section 4.1), rendered block by block and cached. A change renders its block
 * again; worlds share the blocks of their common base.
 */

import { formatJson } from "../../base/json.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { documentedNames } from "../../fixtures/parse-fixtures.ts";
import type { Profile } from "../../spec/open-questions.ts";
import { blockSize, type OrderBase, type OrderStore } from "../core/order-store.ts";
import { errorReply, jsonType, type MockReply, sizeOf, whyHeader } from "./reply.ts";
import type { ApiCall, World } from "./world.ts";

export function listOrders(world: World, { query }: ApiCall): MockReply {
  if (query !== "" && world.profile.unknownQuery === "refused") {
    return errorReply(
      400,
      "unknown_parameter",
      `The list has no parameters, got ?${query.slice(0, 80)}. Filtering and pagination are unsupported.`,
      world.profile.errorMediaType,
    );
  }
  return world.list();
}

/** The answer with a list. @param pieces together they are one JSON array */
export function listReply(pieces: readonly Uint8Array[], orders: number): MockReply {
  const why = "all orders (4.1, rule 1)";
  const headers = { "content-type": jsonType, "content-length": String(sizeOf(pieces)), [whyHeader]: why };
  return { status: 200, headers, body: pieces, why, orders };
}

/** Maximum number of bytes of all cached lists, without the blocks that they share. */
const defaultMaxBytes = 16 * 1024 * 1024;
/** Approximate number of bytes of a cached list in addition to its text. */
const overhead = 1024;
/** Maximum number of bytes of a list in one piece: several writes cost more than the copy. */
const maxInOnePiece = 256 * 1024;

interface Block {
  readonly bytes: Uint8Array;
  /** The number of orders that it shows. */
  readonly orders: number;
  /** The store's version of the last change; left out where the block is the base's. */
  readonly version?: number;
}

interface KeptList {
  /** Blocks of the base, which identify its orders and the format. */
  readonly base: readonly Block[];
  readonly version: number;
  readonly blocks: readonly Block[];
  readonly list: MockReply;
  readonly bytes: number;
}

export function createListCache(maxBytes = defaultMaxBytes) {
  /** Cached lists by store, or by the blocks of the base for stores without a change; the newest last. */
  const lists = new Map<object, KeptList>();
  let total = 0;

  function keep(key: object, kept: KeptList): void {
    total += kept.bytes - (lists.get(key)?.bytes ?? 0);
    lists.delete(key);
    lists.set(key, kept);
    for (const [oldest, { bytes }] of lists) {
      if (total <= maxBytes || oldest === key) return;
      lists.delete(oldest);
      total -= bytes;
    }
  }

  return {
    /** The answer with the list as it is now; the same object until something changes. */
    read(store: OrderStore, format: ListFormat): MockReply {
      const base = baseBlocksOf(store.base, format);
      const isBase = store.changes().size === 0;
      const key = isBase ? base : store;
      const before = lists.get(key);
      const isSameView = before?.base === base;
      if (isSameView && (isBase || before.version === store.version)) return before.list;
      const kept = renderList(store, format, base, isSameView ? before.blocks : []);
      keep(key, kept);
      return kept.list;
    },
  };
}

function renderList(
  store: OrderStore,
  format: ListFormat,
  base: Block[],
  before: readonly Block[],
): KeptList {
  const blocks = Array.from({ length: Math.ceil(store.size / blockSize) }, (_, block) => {
    const version = store.blockVersion(block);
    if (version === undefined) {
      base[block] ??= renderBlock((place) => store.base.orders[place], block, format);
      return base[block];
    }
    const kept = before[block];
    if (kept?.version === version) return kept;
    return { version, ...renderBlock((place) => store.at(place), block, format) };
  });
  const list = joinBlocks(blocks);
  return { base, version: store.version, blocks, list, bytes: overhead + bytesOf(blocks, list) };
}

/** The bytes that only this list keeps. The list of a base keeps its blocks; those with changes share them. */
function bytesOf(blocks: readonly Block[], { body }: MockReply): number {
  const own = blocks.filter(({ version }) => version !== undefined);
  if (own.length === 0) return sizeOf(body);
  return sizeOf(own.map(({ bytes }) => bytes)) + (body.length === 1 ? sizeOf(body) : 0);
}

const baseBlocks = new WeakMap<OrderBase, Map<string, Block[]>>();

/** The blocks of a base as one format shows them, for every world on it; some are not made yet. */
function baseBlocksOf(base: OrderBase, { cancelledInList, statusField }: ListFormat): Block[] {
  const formats = baseBlocks.get(base) ?? new Map<string, Block[]>();
  baseBlocks.set(base, formats);
  const key = `${cancelledInList}/${statusField}`;
  const blocks = formats.get(key) ?? [];
  formats.set(key, blocks);
  return blocks;
}

const encoder = new TextEncoder();
const open = encoder.encode("[");
const close = encoder.encode("]");

/** The orders of a block, each with a comma before it. */
function renderBlock(at: OrderStore["at"], block: number, format: ListFormat): Block {
  let text = "";
  let shownOrders = 0;
  for (let position = block * blockSize; position < (block + 1) * blockSize; position++) {
    const order = at(position);
    const shown = order && orderText(order, format);
    if (shown === undefined) continue;
    text += `,${shown}`;
    shownOrders++;
  }
  return { bytes: encoder.encode(text), orders: shownOrders };
}

function joinBlocks(blocks: readonly Block[]): MockReply {
  const orders = blocks.reduce((sum, block) => sum + block.orders, 0);
  const [first, ...rest] = blocks.map(({ bytes }) => bytes).filter(({ length }) => length > 0);
  // Only the first order is written without its comma.
  const pieces = first ? [open, first.subarray(1), ...rest, close] : [open, close];
  return listReply(sizeOf(pieces) > maxInOnePiece ? pieces : [joinPieces(pieces)], orders);
}

export function joinPieces(pieces: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(sizeOf(pieces));
  let offset = 0;
  for (const piece of pieces) {
    joined.set(piece, offset);
    offset += piece.length;
  }
  return joined;
}

/** The answers of a profile that decide how a list shows orders. */
export type ListFormat = Pick<Profile, "cancelledInList" | "statusField">;

/** JSON text of a listed order, or undefined when the profile does not list it. */
function orderText(order: FixtureOrder, format: ListFormat): string | undefined {
  if (order.status === "cancelled" && format.cancelledInList !== "unchanged") {
    return format.cancelledInList === "gone" ? undefined : changedText(order, format);
  }
  return plainText(order, format) ?? anyText(order, format);
}

/** The text of an order with all its fields: the same for the same members in another sequence, if the document has them. */
export function wholeOrderText(order: FixtureOrder): string {
  return orderText(order, { cancelledInList: "unchanged", statusField: "shown" })!;
}

/** The quantity is the field that a cancel is most likely to change. */
function changedText(order: FixtureOrder, format: ListFormat): string {
  return anyText({ ...order, quantity: order.quantity === 0n ? 1n : 0n }, format);
}

function anyText({ status, ...shown }: FixtureOrder, format: ListFormat): string {
  return formatJson(format.statusField === "shown" ? { ...shown, status } : shown);
}

const plainDate = /^[\w:.+-]+$/;

/** The text of an order with only the documented fields, without the codec: ten times faster. */
function plainText(order: FixtureOrder, format: ListFormat): string | undefined {
  const { id, petId, quantity, shipDate, complete } = order;
  let fields = 0;
  for (const name in order) {
    if (!documentedNames.has(name)) return undefined;
    fields++;
  }
  // A caller without types may give an undefined field, which JSON leaves out.
  if (fields !== documentedNames.size || petId === undefined || quantity === undefined) return undefined;
  if (complete === undefined || shipDate === undefined || !plainDate.test(shipDate)) return undefined;
  const status = format.statusField === "shown" ? `,"status":"${order.status}"` : "";
  return `{"id":${digits(id)},"petId":${digits(petId)},"quantity":${digits(quantity)},"shipDate":"${shipDate}","complete":${complete}${status}}`;
}

/** A number that a double holds is turned into text four times as fast. */
function digits(value: bigint): bigint | number {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
