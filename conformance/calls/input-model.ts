/**
 * The input model: the dimensions of a call, their values with reasons, and which values can be combined. A run is a covering
 * array over it.
 */

import { createSeededChance } from "../../base/seeded-chance.ts";
import { accepts, clientHeaders, encodings } from "../misreadings/client-headers.ts";
import type { IdForms } from "../misreadings/id-forms.ts";
import { badKinds, credentialForms } from "../misreadings/key-checks.ts";
import { overrides, requestTargets, spellPath } from "../misreadings/path-forms.ts";
import { cancelOptions, queries } from "../misreadings/queries.ts";
import { coverPairs, type PartialRow, type Row, type Seed } from "./covering-array.ts";

const keysOf = <Table extends object>(table: Table) => Object.keys(table) as (keyof Table & string)[];

export const dimensions = {
  operation: ["list", "head", "cancel"],
  /** Lenient routers treat some as the plain one, before or after their check of the key. */
  path: keysOf(spellPath),
  /** Kinds of credentials; misreadings/key-checks.ts has the forms of each. */
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
  // Any answer to another spelling is allowed, but it must not let in a call without a key.
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
  // A check before the key distinguishes only ids of orders, unknown ids and ids that are not numbers.
  ({ credential, id }) =>
    !(credential && !isTypical(credential) && id && !["none", "exact", "unknown", "garbage"].includes(id)),
];

export function isPossible(row: PartialModelRow): boolean {
  return constraints.every((holds) => holds(row));
}

/** Dimensions with dangerous faults and few values, of which every combination is covered. */
export const triple = ["operation", "credential", "state"] as const;

export interface ModelLimits {
  readonly hasPending: boolean;
  readonly hasShipped: boolean;
  readonly hasCancelled: boolean;
  /** Whether request targets can be sent in another form. */
  readonly sendsTargets: boolean;
}

type Form = Seed<Model>;

/** The values that select a form; the other dimensions are filled by the covering array. */
const plain = { path: "plain", credential: "key", id: "none", state: "none", query: "none" } as const;
const form =
  (operation: ModelRow["operation"]) =>
  (values: Partial<ModelRow>, count: number): Form => ({ values: { operation, ...plain, ...values }, count });
const list = form("list");
const cancel = form("cancel");

/** Rows in which each form of each kind is sent with the key, or on a pending order. */
function formsOf(
  { hasPending, hasShipped, hasCancelled }: ModelLimits,
  { hasLargeLists, thorough, ids: idForms }: RowOptions,
): readonly Form[] {
  const onPending = hasPending ? 1 : 0;
  const onShipped = hasShipped ? 1 : 0;
  const ids = (["cut", "wrapped", "rounded", "sign"] as const).map((id) =>
    cancel({ id, state: "pending", phase: "early" }, onPending * idForms.spellings[id].length),
  );
  // Each parameter alone only in a thorough run: a step sends many of them at once.
  const asked = Object.entries(queries).map(([query, texts]) =>
    list({ query: query as ModelRow["query"] }, hasLargeLists || !thorough ? 1 : texts.length),
  );
  const keys = badKinds.flatMap((credential): readonly Form[] => {
    const count = credentialForms[credential].length;
    return [
      list({ credential }, count),
      // Lists and cancels mostly share the check of the key: fewer forms show whether cancels have it.
      cancel({ credential, id: "exact", state: "pending" }, onPending * Math.ceil(count / 4)),
    ];
  });
  const paths = (Object.keys(spellPath) as ModelRow["path"][]).flatMap((path): readonly Form[] => {
    const { length } = spellPath[path];
    const counts: Partial<Record<ModelRow["path"], readonly [lists: number, cancels: number]>> = {
      methodOverride: [0, overrides.length],
      requestTarget: [requestTargets.list.length, requestTargets.cancel.length],
    };
    const [lists, cancels] = counts[path] ?? [length, length];
    return [
      list({ credential: "none", path }, lists),
      cancel({ credential: "none", path, id: "exact", state: "pending" }, onPending * cancels),
    ];
  });
  const refused = (["none", "wrongKey"] as const).flatMap((credential) => [
    cancel({ credential, id: "exact", state: "shipped" }, onShipped),
    cancel({ credential, id: "exact", state: "cancelled" }, hasCancelled ? 1 : 0),
  ]);
  return [
    ...keys,
    ...ids,
    ...paths,
    ...refused,
    cancel({ credential: "none", id: "beyond" }, 1),
    // For a check of the key that compares the path as written.
    cancel({ credential: "none", id: "same", state: "pending" }, 2 * onPending),
    cancel({ id: "exact", state: "cancelled", query: "unknown" }, hasCancelled ? 2 : 0),
    cancel({ id: "exact", state: "cancelled", headers: "condition" }, hasCancelled ? 1 : 0),
    cancel({ id: "same", state: "cancelled" }, hasCancelled ? 2 : 0),
    cancel({ credential: "lowerCase", id: "exact", state: "shipped" }, onShipped),
    cancel({ id: "garbage" }, idForms.garbage.length),
    cancel({ id: "beyond" }, idForms.beyond.length),
    cancel({ id: "unknown", phase: "early" }, idForms.floors.length + idForms.edges.length),
    cancel({ id: "same", state: "shipped" }, onShipped * idForms.spellings.same.length),
    cancel({ id: "exact", state: "shipped", query: "unknown" }, onShipped * cancelOptions.length),
    ...asked,
  ];
}

export interface RowOptions {
  /** Whether lists are expensive: then only those that the array needs are sent. */
  readonly hasLargeLists: boolean;
  /** Whether to send every form of every kind, whatever the number of calls. */
  readonly thorough: boolean;
  readonly ids: IdForms;
}

const made = new Map<string, readonly ModelRow[]>();

/** The rows of a run: a covering array, with enough rows that each form of each kind is sent. */
export function modelRows(limits: ModelLimits, seed: number, options: RowOptions): readonly ModelRow[] {
  return coverModel(limits, seed, formsOf(limits, options));
}

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
