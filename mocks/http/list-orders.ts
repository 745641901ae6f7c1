/**
 * GET /store/orders: all orders in one array (section 4.1), rendered block by block and kept between answers.
 * A change renders its block anew; worlds share the blocks of the base they have in common.
 */

import { formatJson } from "../../base/json.ts";
import { finish, type Steps } from "../../base/steps.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import type { Profile } from "../../spec/open-questions.ts";
import { blockSizeOf, type OrderBase, type OrderStore } from "../core/order-store.ts";
import type { ApiCall } from "./api-call.ts";
import { errorReply, jsonType, type MockReply, whyHeader } from "./reply.ts";
import type { World } from "./world.ts";

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

/** The answer that carries a list. @param pieces together they are one JSON array */
export function listReply(pieces: readonly Uint8Array[], orders: number): MockReply {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const why = "all orders (4.1, rule 1)";
  const headers = { "content-type": jsonType, "content-length": String(length), [whyHeader]: why };
  return { status: 200, headers, body: pieces, why, orders };
}

/** What worlds keep of their own between them: more can be made again. */
const usualMostBytes = 16 * 1024 * 1024;
/** What a kept list takes besides its bytes, roughly. */
const overhead = 1024;
/** A list up to this many bytes goes out in one piece: several writes cost more than the copy. */
const mostInOnePiece = 256 * 1024;

/** The blocks of a base as one format shows it, for every world on it. */
interface BaseList {
  readonly blocks: Block[];
  list?: MockReply;
}

/** A world's own list: what it shows in other blocks than its base. */
interface OwnList {
  readonly base: BaseList;
  readonly version: number;
  readonly blocks: ReadonlyMap<number, OwnBlock>;
  readonly list: MockReply;
  readonly bytes: number;
}

interface Block {
  readonly bytes: Uint8Array;
  /** How many it shows. */
  readonly orders: number;
}
interface OwnBlock extends Block {
  readonly version: number;
}

export function createListCache(mostBytes = usualMostBytes) {
  /** Those read last come last. */
  const ownLists = new Map<OrderStore, OwnList>();
  let total = 0;

  function keep(store: OrderStore, own: OwnList): void {
    total += own.bytes - (ownLists.get(store)?.bytes ?? 0);
    ownLists.delete(store);
    ownLists.set(store, own);
    for (const [oldest, { bytes }] of ownLists) {
      if (total <= mostBytes || oldest === store) return;
      ownLists.delete(oldest);
      total -= bytes;
    }
  }

  return {
    /** The answer with the list as it is now; the same object until something changes. */
    read(store: OrderStore, format: ListFormat): MockReply {
      const base = baseListOf(store.base, format);
      if (store.changes().size === 0) {
        base.list ??= joinBlocks(
          blocksOf(store).map((block) => finish(baseBlock(store.base, block, format))),
        );
        return base.list;
      }
      const before = ownLists.get(store);
      const isSameView = before?.base === base;
      if (isSameView && before.version === store.version) return before.list;
      const own = renderOwn(store, format, base, isSameView ? before.blocks : new Map());
      keep(store, own);
      return own.list;
    },
  };
}

/** Renders what worlds on a base have in common, in steps: a long list takes a while. */
export function* renderBase(base: OrderBase, format: ListFormat): Steps<void> {
  for (const block of blocksOf({ base, size: base.orders.length })) yield* baseBlock(base, block, format);
}

function renderOwn(
  store: OrderStore,
  format: ListFormat,
  base: BaseList,
  before: OwnList["blocks"],
): OwnList {
  const blocks = new Map<number, OwnBlock>();
  let bytes = overhead;
  const pieces = blocksOf(store).map((block) => {
    const version = store.blockVersion(block);
    if (version === undefined) return finish(baseBlock(store.base, block, format));
    const kept = before.get(block);
    const own = kept?.version === version ? kept : { version, ...finish(renderBlock(store, block, format)) };
    blocks.set(block, own);
    bytes += own.bytes.length;
    return own;
  });
  const list = joinBlocks(pieces);
  if (list.body.length === 1) bytes += list.body[0]!.length;
  return { base, version: store.version, blocks, list, bytes };
}

const baseLists = new WeakMap<OrderBase, Map<string, BaseList>>();

function baseListOf(base: OrderBase, { cancelledInList, statusField }: ListFormat): BaseList {
  const formats = baseLists.get(base) ?? new Map<string, BaseList>();
  baseLists.set(base, formats);
  const key = `${cancelledInList}/${statusField}`;
  const list = formats.get(key) ?? { blocks: [] };
  formats.set(key, list);
  return list;
}

function* baseBlock(base: OrderBase, block: number, format: ListFormat): Steps<Block> {
  const { blocks } = baseListOf(base, format);
  const orders = { base, at: (position: number) => base.orders[position] };
  const rendered = blocks[block] ?? (yield* renderBlock(orders, block, format));
  blocks[block] = rendered;
  return rendered;
}

function blocksOf({ base, size }: Pick<OrderStore, "base" | "size">): number[] {
  return Array.from({ length: Math.ceil(size / blockSizeOf(base)) }, (_, block) => block);
}

const encoder = new TextEncoder();
const open = encoder.encode("[");
const close = encoder.encode("]");

const ordersOfStep = 128;

/** The orders of a block, each with a comma before it. */
function* renderBlock(
  orders: Pick<OrderStore, "base" | "at">,
  block: number,
  format: ListFormat,
): Steps<Block> {
  const blockSize = blockSizeOf(orders.base);
  let text = "";
  let shownOrders = 0;
  for (let position = block * blockSize; position < (block + 1) * blockSize; position++) {
    const order = orders.at(position);
    const shown = order && orderText(order, format);
    if (shown === undefined) continue;
    text += `,${shown}`;
    shownOrders++;
    if (shownOrders % ordersOfStep === 0) yield;
  }
  return { bytes: encoder.encode(text), orders: shownOrders };
}

function joinBlocks(blocks: readonly Block[]): MockReply {
  const orders = blocks.reduce((sum, block) => sum + block.orders, 0);
  const [first, ...rest] = blocks.map(({ bytes }) => bytes).filter(({ length }) => length > 0);
  // Only the first order goes without its comma.
  const pieces = first ? [open, first.subarray(1), ...rest, close] : [open, close];
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (length > mostInOnePiece) return listReply(pieces, orders);
  const joined = new Uint8Array(length);
  let offset = 0;
  for (const piece of pieces) {
    joined.set(piece, offset);
    offset += piece.length;
  }
  return listReply([joined], orders);
}

/** The answers of a profile that decide how a list shows orders. */
export type ListFormat = Pick<Profile, "cancelledInList" | "statusField">;

/** JSON text of a listed order, or undefined when the profile does not list it. */
export function orderText(order: FixtureOrder, format: ListFormat): string | undefined {
  if (order.status === "cancelled" && format.cancelledInList !== "unchanged") {
    return format.cancelledInList === "gone" ? undefined : changedText(order, format);
  }
  return plainText(order, format) ?? anyText(order, format);
}

/** Of all fields a client may meet changed, the quantity is the one a cancel plausibly empties. */
function changedText(order: FixtureOrder, format: ListFormat): string {
  return anyText({ ...order, quantity: order.quantity === 0n ? 1n : 0n }, format);
}

function anyText({ status, ...shown }: FixtureOrder, format: ListFormat): string {
  return formatJson(format.statusField === "shown" ? { ...shown, status } : shown);
}

const documented = new Set(["id", "petId", "quantity", "shipDate", "complete", "status"]);
const plainDate = /^[\w:.+-]+$/;

/** The text of an order with just the documented fields, put together by hand: ten times faster. */
function plainText(order: FixtureOrder, format: ListFormat): string | undefined {
  const { id, petId, quantity, shipDate, complete } = order;
  let fields = 0;
  for (const name in order) {
    if (!documented.has(name)) return undefined;
    fields++;
  }
  // A caller without types may give a field as undefined, which JSON leaves out.
  if (fields !== documented.size || petId === undefined || quantity === undefined) return undefined;
  if (complete === undefined || shipDate === undefined || !plainDate.test(shipDate)) return undefined;
  const status = format.statusField === "shown" ? `,"status":"${order.status}"` : "";
  return `{"id":${digits(id)},"petId":${digits(petId)},"quantity":${digits(quantity)},"shipDate":"${shipDate}","complete":${complete}${status}}`;
}

/** A number that a double holds is turned into text four times as fast. */
function digits(value: bigint): bigint | number {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
