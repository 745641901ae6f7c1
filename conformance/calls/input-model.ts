/**
 * The input model: the dimensions of a call, their values with reasons, and which values can be combined. A run is a covering
 * array over it.
 */

import { createSeededChance } from "../../base/seeded-chance.ts";
import { accepts, clientHeaders, encodings } from "../misreadings/client-headers.ts";
import { spellPath } from "../misreadings/path-forms.ts";
import { queries } from "../misreadings/queries.ts";
import { coverPairs, type PartialRow, type Row, type Seed } from "./covering-array.ts";

const keysOf = <Table extends object>(table: Table) => Object.keys(table) as (keyof Table & string)[];

export const dimensions = {
  operation: ["list", "head", "cancel"],
  /** Lenient routers treat some as the plain one, before or after their check of the key. */
  path: keysOf(spellPath),
  /** The forms of each are in misreadings/credentials.ts. */
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
  /** Relation of the id to an order; the spellings of each kind are in misreadings/id-forms.ts. */
  id: ["none", "exact", "same", "cut", "wrapped", "rounded", "sign", "unknown", "garbage", "beyond"],
  /** State of the order that the id names or resembles. */
  state: ["none", "pending", "shipped", "cancelled"],
  /** Parameters of other services' lists. */
  query: ["none", ...keysOf(queries)],
  accept: keysOf(accepts),
  /** Headers that clients and proxies add, and that other services react to. */
  headers: keysOf(clientHeaders),
  /** The content codings that the client accepts. */
  encoding: keysOf(encodings),
  /** Whether the call comes before the orders are cancelled or at the end. */
  phase: ["early", "late"],
} as const;

export type Model = typeof dimensions;
export type ModelRow = Row<Model>;
type PartialModelRow = PartialRow<Model>;

/** Kinds of ids that are made from an order's id. */
const orderIds: readonly string[] = ["exact", "same", "cut", "wrapped", "rounded", "sign"];
/** Whether a credential has the key in a form that a server must or may accept. */
export const mayEnter = (credential: string | undefined): boolean =>
  credential === "key" || credential === "lowerCase";
/** Whether a right server carries out the cancel, or may: then it is sent once. */
export const mayBeCarriedOut = ({ credential, id, state }: PartialModelRow): boolean =>
  mayEnter(credential) && (id === "exact" || id === "same") && state === "pending";
/** Representative credentials, used where the exact kind of wrong key does not matter. */
const isTypical = (credential: string) => ["key", "none", "wrongKey"].includes(credential);
/** Headers as most clients send them. */
const usual = { headers: "none", accept: "json", encoding: "none" } as const;
const isUnusual = (row: PartialModelRow): boolean =>
  (row.query !== undefined && row.query !== "none") ||
  (["headers", "accept", "encoding"] as const).some(
    (name) => row[name] !== undefined && row[name] !== usual[name],
  );

/** Constraints on combinations. Each holds while values are still undefined. */
const constraints: readonly ((row: PartialModelRow) => boolean)[] = [
  // Only a cancel has an id; only an id made from an order's has a state.
  ({ operation, id }) =>
    operation === undefined || id === undefined || (operation === "cancel") === (id !== "none"),
  ({ operation, state }) =>
    operation === undefined || state === undefined || operation === "cancel" || state === "none",
  ({ id, state }) => id === undefined || state === undefined || orderIds.includes(id) === (state !== "none"),
  // No row may cancel a pending order: orders are few, and each cancel has its place in the run.
  (row) => !mayBeCarriedOut(row),
  ({ credential, state }) => !(credential === "lowerCase" && state === "pending"),
  // An order is cancelled in the course of the run.
  ({ phase, state }) => !(phase === "early" && state === "cancelled"),
  // Another spelling may be answered anything; it must not let in a call without a key.
  ({ path, credential }) =>
    path === undefined ||
    credential === undefined ||
    path === "plain" ||
    (credential !== "key" && isTypical(credential)),
  ({ path, id }) =>
    path === undefined || id === undefined || path === "plain" || id === "none" || id === "exact",
  ({ path, operation }) => !(path !== undefined && path !== "plain" && operation === "head"),
  ({ path, operation }) => !(path === "methodOverride" && operation === "list"),
  // A HEAD has no pages, and a cancel has at most options.
  ({ query, operation }) =>
    !(
      query !== undefined &&
      query !== "none" &&
      query !== "unknown" &&
      operation !== undefined &&
      operation !== "list"
    ),
  ({ query, path }) => !(query !== undefined && query !== "none" && path !== undefined && path !== "plain"),
  // Code that compares keys or parses paths does not read these headers.
  (row) => !(row.credential && !isTypical(row.credential) && isUnusual(row)),
  (row) => !(row.path && row.path !== "plain" && isUnusual(row)),
  // To a check before the key, an id is an order's, unknown, or not a number.
  ({ credential, id }) =>
    !(credential && !isTypical(credential) && id && !["none", "exact", "unknown", "garbage"].includes(id)),
];

export function isPossible(row: PartialModelRow): boolean {
  return constraints.every((holds) => holds(row));
}

/** Dimensions with dangerous faults and few values: every combination is covered. */
export const triple = ["operation", "credential", "state"] as const;

export interface ModelLimits {
  readonly hasPending: boolean;
  readonly hasShipped: boolean;
  readonly hasCancelled: boolean;
  /** Whether request targets can be sent in another form. */
  readonly sendsTargets: boolean;
}

const made = new Map<string, readonly ModelRow[]>();

/**
 * @param limits values that no row can have, because orders are missing or the target cannot send them
 * @param forms the number of rows with certain values, so that each of their forms is sent; rows begin with one of each, in
 *   this order
 */
export function coverModel(
  limits: ModelLimits,
  seed: number,
  forms: readonly Seed<Model>[] = [],
): readonly ModelRow[] {
  const key = JSON.stringify([limits, seed, forms]);
  let rows = made.get(key);
  if (!rows) {
    const { hasPending, hasShipped, hasCancelled, sendsTargets } = limits;
    const lacks = { pending: !hasPending, shipped: !hasShipped, cancelled: !hasCancelled, none: false };
    const fits = (row: PartialModelRow) =>
      !(row.state && lacks[row.state]) && (sendsTargets || row.path !== "requestTarget") && isPossible(row);
    rows = coverPairs(dimensions, fits, triple, createSeededChance(seed), forms);
    made.set(key, rows);
  }
  return rows;
}
