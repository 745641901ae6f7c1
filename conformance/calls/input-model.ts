/**
 * The input model: what a call is made of, each value with its reason, and which
 * values can meet. A run is a covering array over it.
 */

import { createSeededChance } from "../../base/seeded-chance.ts";
import { type CoveringArray, coverPairs, type PartialRow, type Row, type Seed } from "./covering-array.ts";

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
    "requestTarget",
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
  accept: ["json", "none", "any", "client", "html", "other"],
  /** What clients and proxies add, and other services heed: languages, browsers, conditions, preferences, where it comes from. */
  headers: ["none", "language", "browser", "condition", "range", "prefer", "origin", "forwarded", "unknown"],
  /** Whether the client says which codings it reads. */
  encoding: ["none", "gzip", "browser", "identity"],
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
/** The right key, none and a wrong one: they stand for all where nothing hangs on what is wrong with a key. */
const isTypical = (credential: string) => ["key", "none", "wrongKey"].includes(credential);
/** What a client sends along, as most do. */
const usual = { headers: "none", accept: "json", encoding: "none" } as const;
const isUnusual = (point: PartialPoint): boolean =>
  (point.query !== undefined && point.query !== "none") ||
  (["headers", "accept", "encoding"] as const).some(
    (name) => point[name] !== undefined && point[name] !== usual[name],
  );

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
  ({ credential, state }) => !(credential === "lowerCase" && state === "pending"),
  // An order is cancelled in the course of the run.
  ({ turn, state }) => !(turn === "early" && state === "cancelled"),
  // Another spelling may be answered anything; what counts is that nobody gets in by it.
  ({ path, credential }) =>
    path === undefined ||
    credential === undefined ||
    path === "plain" ||
    (credential !== "key" && isTypical(credential)),
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
  // What compares keys, or takes paths apart, does not look at these.
  (point) => !(point.credential && !isTypical(point.credential) && isUnusual(point)),
  (point) => !(point.path && point.path !== "plain" && isUnusual(point)),
  // Before a key is compared an id is an order's, or none's, or no number.
  ({ credential, id }) =>
    !(credential && !isTypical(credential) && id && !["none", "exact", "unknown", "garbage"].includes(id)),
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
  /** Whether request targets can be sent in another form. */
  readonly sendsTargets: boolean;
}

const made = new Map<string, CoveringArray<Model>>();

/**
 * @param limits values that no row can have, for want of orders or by the target
 * @param forms how often values must be there, so that each of their forms has its turn; rows begin with one of each,
 *   those first that find most
 */
export function coverModel(
  limits: ModelLimits,
  seed: number,
  forms: readonly Seed<Model>[] = [],
): CoveringArray<Model> {
  const key = JSON.stringify([limits, seed, forms]);
  let array = made.get(key);
  if (!array) {
    const { hasPending, hasShipped, hasCancelled, sendsTargets } = limits;
    const lacks = { pending: !hasPending, shipped: !hasShipped, cancelled: !hasCancelled, none: false };
    const fits = (point: PartialPoint) =>
      !(point.state && lacks[point.state]) &&
      (sendsTargets || point.path !== "requestTarget") &&
      isPossible(point);
    array = coverPairs(dimensions, fits, triples, createSeededChance(seed), forms);
    made.set(key, array);
  }
  return array;
}
