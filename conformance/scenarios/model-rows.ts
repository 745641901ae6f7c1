/** The rows of a run: a covering array over the input model, and as many more that each form of each kind has its turn. */

import { type Coverage, missingIn } from "./covering-array.ts";
import { credentialForms, credentialKinds } from "./credentials.ts";
import { beyondInt64, edgeIds, garbage, idFloors, orderSpellings } from "./ids.ts";
import { coverModel, isPossible, type ModelLimits, type Point, triples } from "./input-model.ts";
import { cancelOptions, queries } from "./queries.ts";

const plain: Point = {
  operation: "list",
  path: "plain",
  credential: "key",
  id: "none",
  state: "none",
  query: "none",
  accept: "json",
  headers: "none",
  encoding: "none",
  connection: "own",
  turn: "early",
};

interface Fill {
  readonly point: Point;
  /** How many rows of these values there must be. */
  readonly count: number;
}

const cancel = (values: Partial<Point>): Point => ({ ...plain, operation: "cancel", ...values });

function fills({ hasPending, hasShipped }: ModelLimits): readonly Fill[] {
  const withKey: Fill[] = [
    { point: cancel({ id: "garbage" }), count: garbage.length },
    { point: cancel({ id: "beyond" }), count: beyondInt64.length },
    { point: cancel({ id: "unknown" }), count: idFloors.length + edgeIds.length },
    ...Object.entries(queries).map(([query, texts]) => ({
      point: { ...plain, query: query as Point["query"] },
      count: texts.length,
    })),
  ];
  if (hasShipped) {
    const count = orderSpellings.same.length;
    withKey.push({ point: cancel({ id: "same", state: "shipped" }), count });
    withKey.push({
      point: cancel({ id: "exact", state: "shipped", query: "unknown" }),
      count: cancelOptions.length,
    });
  }
  for (const id of ["cut", "wrapped", "rounded", "sign"] as const)
    if (hasPending)
      withKey.push({ point: cancel({ id, state: "pending" }), count: orderSpellings[id].length });
  const withoutKey = credentialKinds.flatMap((credential): Fill[] => {
    if (credential === "key" || credential === "lowerCase") return [];
    const count = credentialForms[credential].length;
    const onOrder = cancel({ credential, id: "exact", state: "pending" });
    return [{ point: { ...plain, credential }, count }, ...(hasPending ? [{ point: onOrder, count }] : [])];
  });
  return [...withKey, ...withoutKey];
}

const decisive = ["operation", "path", "credential", "id", "state", "query"] as const;

export interface ModelRows {
  readonly points: readonly Point[];
  readonly coverage: Coverage;
}

export interface RowLimits {
  /** Each call for the list is dear: no more of them than the array needs. */
  readonly isThrifty: boolean;
  readonly mostRows: number;
}

export function modelRows(limits: ModelLimits, seed: number, { isThrifty, mostRows }: RowLimits): ModelRows {
  const array = coverModel(limits, seed);
  const { rows, coverage } = array;
  const more = fills(limits).flatMap(({ point, count }) => {
    if (isThrifty && point.query !== "none") return [];
    const there = rows.filter((row) => decisive.every((name) => row[name] === point[name])).length;
    return Array.from({ length: Math.max(0, count - there) }, () => point);
  });
  const points = [...rows, ...more].slice(0, mostRows);
  if (!points.every(isPossible)) throw new Error("The input model made a call that it forbids itself.");
  const missing = points.length >= rows.length ? 0 : missingIn(array, points, triples);
  return { points, coverage: { ...coverage, rows: points.length, missing } };
}
