/** Steps that make calls on the given orders that must be refused. */

import { orderPath, ordersPath } from "../../spec/wire.ts";
import { isOtherRefusal } from "../evidence/special-headers.ts";
import { accepts, originHeaders } from "../misreadings/client-headers.ts";
import { cancelWithHeaders } from "./ask-with-headers.ts";
import type { Caller } from "./caller.ts";
import { early, late, playRows, type Selection, selectRows, withKey, withoutKey } from "./play-rows.ts";
import type { Run } from "./run.ts";

/**
 * Plays rows on given orders, and reads a list, which shows their effect. The step before has read one, too.
 * @param meant the pending order to name, unless another may be lost already
 * @param more makes calls on that order at once with the rows
 */
async function attack(
  run: Run,
  meant: bigint | undefined,
  selections: readonly Selection[],
  more?: (order: bigint) => Promise<unknown>,
): Promise<void> {
  if (more === undefined && selectRows(run, selections).length === 0) return;
  const order = meant === undefined ? undefined : run.caller.standIn(meant);
  await Promise.all([order !== undefined && more?.(order), playRows(run, selections, order)]);
  await run.caller.list();
}

export const isShipped: Selection = ({ state }) => state === "shipped";
const isPlainPending: Selection = ({ state, path }) => state === "pending" && path === "plain";

export async function cancelOneShipped({ caller, given }: Run): Promise<void> {
  const [order] = given.shipped;
  if (order === undefined) return;
  await caller.attempt(order, { isUrgent: true });
  await caller.list();
}

/** Other spellings are harmless here: a shipped order stays shipped, whatever spelling a server accepts. */
export async function cancelShipped(run: Run): Promise<void> {
  const { caller, given } = run;
  const [order, ...others] = given.shipped;
  if (order === undefined) return;
  const spelled = caller.ids.forms.spellings.same.slice(0, 3).map((spell) => spell(order));
  await Promise.all([
    caller.attempt(order, { accept: accepts.html[0] }).then(({ status }) => {
      // A strict server may refuse this Accept alone.
      const usual = status === undefined || isOtherRefusal(status) ? 409 : status;
      return cancelWithHeaders(usual, (headers) => caller.attempt(order, { headers }));
    }),
    ...spelled.filter(caller.ids.isSafe).map((id) => caller.attempt(id)),
    playRows(run, [early, withKey, isShipped]),
  ]);
  await caller.list();
  await inTurn(run, others, (other) => caller.attempt(other));
}

/** Makes calls on one given order after the other until one may be lost, which a list after its calls shows. */
async function inTurn(
  { caller, maxInTurn }: Run,
  orders: readonly bigint[],
  attempt: (order: bigint, index: number) => Promise<unknown>,
): Promise<void> {
  for (const [index, order] of orders.slice(0, maxInTurn).entries()) {
    if (caller.standIn(order) !== order) return;
    await attempt(order, index);
    await caller.list();
  }
}

/** Safe methods (RFC 9110, 9.2.1). A server may have an operation of its own for them. */
const safeMethods = ["GET", "HEAD", "OPTIONS"] as const;

export async function readOrder({ caller, roles: { read } }: Run): Promise<void> {
  if (read === undefined) return;
  const path = orderPath(caller.standIn(read));
  // The headers make a preflight of the OPTIONS request.
  await Promise.all(safeMethods.map((method) => caller.call(method, path, { headers: originHeaders })));
}

/** Ids that are the beginning of an order's id, as far as they may be sent. */
const cutIds = ({ ids }: Caller, order: bigint): readonly string[] =>
  ids.forms.spellings.cut.map((spell) => spell(order)).filter(ids.isSafe);

export async function cancelByOtherIds(run: Run): Promise<void> {
  const { caller, roles } = run;
  const { otherIds, badKeys, otherPaths, last } = roles;
  if (otherIds === undefined) return;
  await attack(run, otherIds, [early, withKey, isPlainPending]);
  // A large id has no fraction as a double, and does not fit into 32 bits: then a small one is tried, too.
  const isSmall = (order: bigint | undefined) => order !== undefined && order > 0n && order < 2n ** 31n;
  const small = isSmall(otherIds) ? undefined : [badKeys, otherPaths, last].find(isSmall);
  if (small === undefined || caller.standIn(small) !== small) return;
  const { wrapped } = caller.ids.forms.spellings;
  const ids = [cutIds(caller, small).find((id) => id.includes(".")), wrapped[0]!(small)];
  const isSent = (id: string | undefined): id is string => id !== undefined && caller.ids.isSafe(id);
  await Promise.all(ids.filter(isSent).map((id) => caller.attempt(id)));
  await caller.list();
}

export async function cancelWithBadKeys(run: Run): Promise<void> {
  const { caller, roles, given } = run;
  if (given.pending.length + given.shipped.length === 0) return;
  const isOnOrder: Selection = ({ state, path }) =>
    (state === "shipped" || state === "pending") && path === "plain";
  await attack(run, roles.badKeys, [early, withoutKey, isOnOrder], (order) =>
    cancelWithHeaders(401, (headers) => caller.attempt(order, { as: "none", headers })),
  );
}

const isOtherPath: Selection = ({ path, state }) => path !== "plain" && state !== "cancelled";

export async function cancelByOtherPaths(run: Run): Promise<void> {
  await attack(run, run.roles.otherPaths, [
    withoutKey,
    isOtherPath,
    ({ operation }) => operation === "cancel",
  ]);
}

/**
 * Some servers list the orders for any method that they do not know. The first two change nothing (RFC 9110, 9.3.7; RFC 4918,
 * 9.1); the third is sent only to a disposable server.
 */
const otherMethods = ["OPTIONS", "PROPFIND", "POST"] as const;

export async function listByOtherPaths(run: Run): Promise<void> {
  await Promise.all([
    playRows(run, [withoutKey, isOtherPath, ({ operation }) => operation === "list"]),
    ...otherMethods.map((method) => run.caller.call(method, ordersPath, { as: "none" })),
  ]);
}

/** Calls that may fail for some orders only, such as those with unusual ids: without a valid key, and by an id like its own. */
async function attackOne({ caller }: Run, order: bigint, index: number): Promise<void> {
  const id = cutIds(caller, order)[index % 2];
  await Promise.all([
    caller.attempt(order, { as: index % 2 === 0 ? "none" : "wrongKey", isUrgent: true }),
    id !== undefined && caller.attempt(id, { isUrgent: true }),
  ]);
}

export async function attackExtraOrders(run: Run): Promise<void> {
  const { caller, roles, isShort } = run;
  const extra = roles.extra.slice(roles.extra.length > 1 ? 2 : 0);
  if (isShort || extra.length === 0) return;
  await caller.currentList();
  await inTurn(run, extra, (order, index) => attackOne(run, order, index));
}

export async function cancelCancelledLate(run: Run): Promise<void> {
  const { caller, roles } = run;
  const { first } = roles;
  if (first === undefined) return;
  const { status } = await caller.attempt(first, { isUrgent: true });
  await Promise.all([
    caller.attempt(first),
    cancelWithHeaders(status, (headers) => caller.attempt(first, { headers })),
    playRows(run, [late, withKey, ({ state }) => state === "cancelled"]),
  ]);
  await caller.list();
}

export async function cancelByOtherIdsLate(run: Run): Promise<void> {
  const { last } = run.roles;
  if (last !== undefined) await attack(run, last, [late, withKey, isPlainPending]);
}

export async function cancelWithBadKeysLate(run: Run): Promise<void> {
  const isOnOrder: Selection = (row) => row.state !== "none" && !isOtherPath(row);
  await attack(run, run.roles.last, [late, withoutKey, isOnOrder]);
}

/** Cancels shipped orders again after all others: they must be refused however many orders were cancelled. */
export async function cancelShippedAtLast(run: Run): Promise<void> {
  const { caller, given } = run;
  const [order, ...others] = given.shipped;
  if (order === undefined) return;
  await caller.attempt(caller.standIn(order));
  // A server may answer the next call as this one.
  await caller.attempt(caller.ids.drawnUnknown());
  if (others.length > 0) await caller.list();
  await inTurn(run, others, (other) => caller.attempt(other));
}

/** Parameters by which some frameworks replace an id of the path. */
const idParameters = ["id", "orderId", "order_id"] as const;

/** Cancels an unknown order. The query names a shipped one, which stays unchanged whichever of the two ids a server uses. */
export async function nameShippedInQuery({ caller, given: { shipped } }: Run): Promise<void> {
  const [order] = shipped;
  if (order === undefined) return;
  const query = idParameters.map((name) => `${name}=${caller.standIn(order)}`).join("&");
  const path = `${orderPath(caller.ids.drawnUnknown())}?${query}`;
  await caller.call("DELETE", path, { repeatable: true });
}
