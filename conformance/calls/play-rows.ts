/** Plays rows of the input model side by side, on orders in the states that they need. */

import { orderPath, ordersPath } from "../../spec/wire.ts";
import type { HeaderList } from "../evidence/exchange.ts";
import type { Call } from "../evidence/read-call.ts";
import { readPathId } from "../evidence/read-id.ts";
import { accepts, clientHeaders, encodings } from "../misreadings/client-headers.ts";
import { overrides, requestTargets, spellPath } from "../misreadings/path-forms.ts";
import { cancelOptions, queries } from "../misreadings/queries.ts";
import type { Caller } from "./caller.ts";
import { type ModelRow, mayBeCarriedOut, mayEnter } from "./input-model.ts";
import type { NextForm, Run } from "./run.ts";

/** A condition for rows; a step plays the rows that meet all of its conditions. */
export type Selection = (row: ModelRow) => boolean;

export const withKey: Selection = ({ credential }) => credential === "key";
/** A scheme in lower case counts as a bad key: it may cause a lock-out, too. */
export const withoutKey: Selection = (row) => !withKey(row);
export const early: Selection = ({ phase }) => phase === "early";
export const late: Selection = ({ phase }) => phase === "late";

export const selectRows = ({ rows }: Run, selections: readonly Selection[]): readonly ModelRow[] =>
  rows.filter((row) => selections.every((isMet) => isMet(row)));

/** @param pending the pending order that these rows name */
export async function playRows(run: Run, selections: readonly Selection[], pending?: bigint): Promise<void> {
  const { caller, given, roles } = run;
  const [shipped] = given.shipped;
  const orders = {
    none: undefined,
    pending,
    // All rows name one order: of two, each could be lost in a different way.
    shipped: shipped === undefined ? undefined : caller.standIn(shipped),
    cancelled: roles.first,
  };
  const call = (row: ModelRow) => callRow(caller, row, orders[row.state], run.nextForm);
  const chosen = selectRows(run, selections);
  const isExpensive = (row: ModelRow) => run.hasLargeLists && row.operation !== "cancel" && withKey(row);
  await Promise.all(chosen.filter((row) => !isExpensive(row)).map(call));
  for (const row of chosen.filter(isExpensive)) await call(row);
}

const takeForm = <T>(values: readonly T[], kind: string, nextForm: NextForm): T =>
  values[nextForm(kind) % values.length]!;

/**
 * Makes the call of a row. Nothing is sent if its id may be an order's that was not given.
 * @param order the given order in the row's state
 */
export async function callRow(
  caller: Caller,
  row: ModelRow,
  order: bigint | undefined,
  nextForm: NextForm,
): Promise<Call | undefined> {
  const id = row.operation === "cancel" ? idOf(caller, row, order, nextForm) : undefined;
  if (row.operation === "cancel" && id === undefined) return undefined;
  if (row.path === "requestTarget" && !caller.sendsTargets) return undefined;
  const spell = takeForm(spellPath[row.path], `${row.operation} ${row.state} ${row.path}`, nextForm);
  let path = spell(id === undefined ? ordersPath : orderPath(id));
  if (row.query !== "none") {
    const texts = row.operation === "cancel" ? cancelOptions : queries[row.query];
    path += `?${takeForm<string>(texts, `${row.operation} ${mayEnter(row.credential)} ${row.state} ${row.query}`, nextForm)}`;
  }
  let method = { list: "GET", head: "HEAD", cancel: "DELETE" }[row.operation];
  const kind = `${row.operation} ${mayEnter(row.credential)} ${row.state} headers ${row.headers}`;
  const headers: HeaderList[number][] = [...takeForm(clientHeaders[row.headers], kind, nextForm)()];
  const encoding = encodings[row.encoding];
  if (encoding !== null) headers.push(["accept-encoding", encoding]);
  // The header has the same method as the request.
  if (row.headers === "unknown" && row.operation === "cancel")
    headers.push(["x-http-method-override", "DELETE"]);
  if (row.path === "methodOverride") {
    const override = takeForm(overrides, `${row.state} override`, nextForm);
    if (override.header === undefined) path += "?_method=DELETE";
    else headers.push([override.header, "DELETE"]);
    method = override.method;
  }
  return caller.call(method, path, {
    as: row.credential,
    form: formOf(row, nextForm),
    accept: takeForm(accepts[row.accept], `${row.operation} ${row.accept}`, nextForm),
    headers,
    targetOf:
      row.path === "requestTarget"
        ? takeForm(
            requestTargets[row.operation === "cancel" ? "cancel" : "list"],
            `${row.operation} ${row.state} target`,
            nextForm,
          )
        : undefined,
    repeatable: !mayBeCarriedOut(row),
    // Others wait for the first call of a kind.
    isUrgent: row.operation === "cancel" && mayEnter(row.credential),
  });
}

/** The index of the credential's form. Steps have sent the first form of each kind on no order; rows send the others. */
function formOf({ operation, state, credential, path }: ModelRow, nextForm: NextForm): number {
  // Another spelling of the path may hide what the key alone shows.
  if (path !== "plain") return nextForm(`${operation} ${credential} by another path`);
  if (state === "none") return 1 + nextForm(`${operation === "list" ? "list" : "no order"} ${credential}`);
  return nextForm(`${operation} ${state} ${credential}`);
}

function idOf({ ids }: Caller, row: ModelRow, order: bigint | undefined, nextForm: NextForm) {
  const { id } = row;
  const { forms } = ids;
  const kind = `${mayEnter(row.credential)} ${id} ${row.state} ${row.query === "none"}`;
  const takeSafe = <T>(all: readonly T[], write: (form: T) => string): string | undefined => {
    for (let tries = 0; tries < all.length; tries++) {
      const text = write(takeForm(all, kind, nextForm));
      if (ids.isSafe(text)) return text;
    }
    return undefined;
  };
  if (id === "garbage" || id === "beyond")
    return takeSafe<(unknown: bigint) => string>(forms[id], (form) => form(ids.drawUnknown()));
  if (id === "unknown" || id === "none") {
    const form = nextForm(kind) % (forms.floors.length + forms.edges.length);
    const edge = forms.edges[form - forms.floors.length];
    if (edge !== undefined && !ids.isGiven(edge) && ids.isSafe(String(edge))) return String(edge);
    return String(ids.drawUnknown(forms.floors[form]));
  }
  if (order === undefined) return undefined;
  return takeSafe(forms.spellings[id], (spell) => {
    const text = spell(order);
    const read = readPathId(text);
    // Some spellings of a short id are the id itself or a neighbour's: they would cancel an order.
    const isCancel = read.value === order ? read.kind !== id : ids.isGiven(read.value);
    return isCancel ? "" : text;
  });
}
