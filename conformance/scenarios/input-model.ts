/**
 * The input model: what a call is made of, each value with its reason, and which
 * values can meet. A run is a covering array over it.
 */

import { createSeededChance } from "../../base/seeded-chance.ts";
import { type CoveringArray, coverPairs, type PartialRow, type Row } from "./covering-array.ts";

export const dimensions = {
  operation: ["list", "head", "cancel"],
  /** How path and method are written: forgiving routers take some for the plain ones, behind or before their check of the key. */
  path: [
    "plain",
    "trailingSlash",
    "doubleSlash",
    "upperCase",
    "percentEncoded",
    "matrixParameter",
    "dotSegment",
    "fileSuffix",
    "methodOverride",
  ],
  /** See credentials.ts. */
  credential: [
    "key",
    "none",
    "wrongKey",
    "cutShort",
    "lengthened",
    "otherCase",
    "surrounded",
    "empty",
    "bareKey",
    "basic",
    "otherScheme",
    "lowerCase",
  ],
  /** What the id is to the order, or to none; spellings of each kind are in ids.ts. */
  id: ["none", "exact", "same", "cut", "wrapped", "rounded", "sign", "unknown", "garbage", "beyond"],
  /** Of the order that the id names or is like. */
  state: ["none", "pending", "shipped", "cancelled"],
  /** What lists of other services take. */
  query: ["none", "paging", "filter", "search", "unknown"],
  accept: ["json", "none", "any", "client"],
  /** What clients and proxies add, and other services heed: languages, browsers, conditions, wishes. */
  headers: ["none", "language", "browser", "condition", "range", "prefer"],
  /** Whether the client says which codings it reads. */
  encoding: ["none", "gzip", "browser", "identity"],
  /** A connection of its own, one that is kept for many calls, or whichever is free. */
  connection: ["own", "kept", "shared"],
  /** Before the orders are cancelled, or after all else. */
  turn: ["early", "late"],
} as const;

export type Model = typeof dimensions;
export type Point = Row<Model>;
type PartialPoint = PartialRow<Model>;

/** Ids that are made of an order's. */
const orderIds: readonly string[] = ["exact", "same", "cut", "wrapped", "rounded", "sign"];
/** With the key in a form that a server must or may take. */
const mayEnter = (credential: string | undefined) => credential === "key" || credential === "lowerCase";
const clearlyBad = ["none", "empty", "wrongKey", "otherScheme"];

/** Each says which values cannot meet, and holds while values are still missing. */
const constraints: readonly ((point: PartialPoint) => boolean)[] = [
  // Only a cancel has an id; only an id made of an order's has a state.
  ({ operation, id }) =>
    operation === undefined || id === undefined || (operation === "cancel") === (id !== "none"),
  ({ operation, state }) =>
    operation === undefined || state === undefined || operation === "cancel" || state === "none",
  ({ id, state }) => id === undefined || state === undefined || orderIds.includes(id) === (state !== "none"),
  // What may cancel a pending order is no row: orders are few, and each cancel has its place in the run.
  ({ credential, id, state }) =>
    !(mayEnter(credential) && (id === "exact" || id === "same") && state === "pending"),
  // An order is cancelled in the course of the run.
  ({ turn, state }) => !(turn === "early" && state === "cancelled"),
  // Another spelling may be answered anything; what counts is that nobody gets in by it.
  ({ path, credential }) =>
    path === undefined || credential === undefined || path === "plain" || clearlyBad.includes(credential),
  ({ path, id }) =>
    path === undefined || id === undefined || path === "plain" || id === "none" || id === "exact",
  ({ path, operation }) => !(path !== undefined && path !== "plain" && operation === "head"),
  ({ path, operation }) => !(path === "methodOverride" && operation === "list"),
  // Nothing pages a HEAD, and a cancel at most takes an option.
  ({ query, operation }) =>
    !(
      query !== undefined &&
      query !== "none" &&
      query !== "unknown" &&
      operation !== undefined &&
      operation !== "list"
    ),
  ({ query, path }) => !(query !== undefined && query !== "none" && path !== undefined && path !== "plain"),
  // A kept connection is of the calls with the key: others could poison it.
  ({ connection, credential }) =>
    !(connection === "kept" && credential !== undefined && credential !== "key"),
  ({ connection, credential }) =>
    !(credential === "lowerCase" && connection !== undefined && connection !== "own"),
];

export function isPossible(point: PartialPoint): boolean {
  return constraints.every((holds) => holds(point));
}

/** Where faults are dangerous and values few, every triple meets. */
export const triples = ["operation", "credential", "state"] as const;

export interface ModelLimits {
  readonly hasPending: boolean;
  readonly hasShipped: boolean;
  readonly hasCancelled: boolean;
}

const made = new Map<string, CoveringArray<Model>>();

/** @param limits values that no row can have, for want of orders */
export function coverModel(limits: ModelLimits, seed: number): CoveringArray<Model> {
  const key = JSON.stringify([limits, seed]);
  let array = made.get(key);
  if (!array) {
    const { hasPending, hasShipped, hasCancelled } = limits;
    const lacks = { pending: !hasPending, shipped: !hasShipped, cancelled: !hasCancelled, none: false };
    const fits = (point: PartialPoint) => !(point.state && lacks[point.state]) && isPossible(point);
    array = coverPairs(dimensions, fits, triples, createSeededChance(seed));
    made.set(key, array);
  }
  return array;
}
