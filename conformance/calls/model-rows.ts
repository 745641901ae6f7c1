/** The rows of a run: a covering array over the input model, with enough rows that each form of each kind is sent. */

import { badKinds, credentialForms } from "../misreadings/credentials.ts";
import type { IdForms } from "../misreadings/id-forms.ts";
import { overrides, requestTargets, spellPath } from "../misreadings/path-forms.ts";
import { cancelOptions, queries } from "../misreadings/queries.ts";
import type { Seed } from "./covering-array.ts";
import { coverModel, isPossible, type Model, type ModelLimits, type ModelRow } from "./input-model.ts";

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
      cancel({ credential, id: "exact", state: "pending" }, onPending * Math.ceil(count / 3)),
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
  /** Whether lists are expensive: then there are no more of them than the array needs. */
  readonly hasLargeLists: boolean;
  /** Whether to send every form of every kind, whatever the number of calls. */
  readonly thorough: boolean;
  readonly ids: IdForms;
}

export function modelRows(limits: ModelLimits, seed: number, options: RowOptions): readonly ModelRow[] {
  const rows = coverModel(limits, seed, formsOf(limits, options));
  if (!rows.every(isPossible)) throw new Error("The input model made a call that it forbids itself.");
  return rows;
}
