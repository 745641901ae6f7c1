/** Steps that make calls on the given orders that must be refused. */

import { orderPath, ordersPath } from "../../spec/wire.ts";
import { accepts } from "../misreadings/client-headers.ts";
import { cancelWithHeaders } from "./ask-with-headers.ts";
import type { Caller } from "./caller.ts";
import { early, late, onceMore, playRows, type Selection, withKey, withoutKey } from "./play-rows.ts";
import type { Run, Step } from "./run.ts";

/**
 * Makes calls on given orders between two lists, so that no other call's effect comes in between.
 * @param meant the pending order to name, unless another may be lost already
 * @param more calls on that order that are made at once with these
 */
async function attack(
  run: Run,
  meant: bigint | undefined,
  select: Selection,
  more?: (order: bigint) => readonly Promise<unknown>[],
): Promise<void> {
  if (more === undefined && !run.rows.some(select)) return;
  await run.caller.currentList();
  const order = meant === undefined ? undefined : run.caller.standIn(meant);
  const isPlayed: Selection = (row) => select(row) && (row.state !== "pending" || order !== undefined);
  const others = order === undefined ? [] : (more?.(order) ?? []);
  await Promise.all([...others, playRows(run, isPlayed, order)]);
  await run.caller.list();
}

const isShipped: Selection = ({ state }) => state === "shipped";
const defaultAccepts = ["json", "any", "client", "html"] as const;

/** Runs before a pending order is cancelled, unless the pending order's id shows with less risk how a server reads ids. */
const shippedStepOf = (isPlayed: (roles: Run["roles"]) => boolean): Step => ({
  part: "shipped",
  name: "cancel shipped orders",
  async play(run) {
    const { caller, given, roles } = run;
    const [order, ...others] = given.shipped;
    if (order === undefined || !isPlayed(roles)) return;
    await caller.currentList();
    const { status } = await caller.attempt(order);
    await caller.list();
    // Other spellings are harmless here: a shipped order stays shipped, whatever spelling a server accepts.
    const spelled = caller.ids.forms.spellings.same.slice(0, 3).map((spell) => spell(order));
    await Promise.all([
      ...defaultAccepts.map((kind) => caller.attempt(order, { accept: accepts[kind][0]! })),
      ...spelled.filter(caller.ids.isSafe).map((id) => caller.attempt(id)),
      cancelWithHeaders(status, (headers) => caller.attempt(order, { headers })),
      playRows(run, early(withKey(isShipped))),
    ]);
    await caller.list();
    await inTurn(run, others, (other) => caller.attempt(other));
  },
});

export const shippedStep = shippedStepOf(({ isPendingFirst }) => !isPendingFirst);
export const shippedAfterFirstStep = shippedStepOf(({ isPendingFirst }) => isPendingFirst);

/** Makes a call on one given order after the other until one may be lost. A list after each call shows whether it is. */
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

export const readOrderStep: Step = {
  part: "otherPaths",
  name: "read a pending order's own path",
  async play(run) {
    const { read } = run.roles;
    if (read === undefined) return;
    await Promise.all(
      safeMethods.map((method) => run.caller.call(method, orderPath(run.caller.standIn(read)))),
    );
  },
};

const isPlainPending: Selection = ({ state, path }) => state === "pending" && path === "plain";

/** On the order that is cancelled first, this runs before its cancel; on another one, after the late effects of that cancel. */
const otherIdsStep = (isPlayed: (roles: Run["roles"]) => boolean): Step => ({
  part: "otherIds",
  name: "cancel by ids like a pending order's",
  async play(run) {
    const { otherIds } = run.roles;
    if (otherIds === undefined || !isPlayed(run.roles)) return;
    const { ids } = run.caller;
    await attack(run, otherIds, early(withKey(isPlainPending)), (order) => {
      const cut = ids.forms.spellings.cut.map((spell) => spell(order)).filter(ids.isSafe);
      return cut.slice(0, 2).map((id) => run.caller.attempt(id));
    });
  },
});

export const otherIdsOfFirstStep = otherIdsStep(({ otherIds, first }) => otherIds === first);
export const otherIdsOfAnotherStep = otherIdsStep(({ otherIds, first }) => otherIds !== first);

export const badKeysOnOrdersStep: Step = {
  part: "badKeysOnOrders",
  name: "cancel given orders without a valid key",
  async play(run) {
    const { roles, given } = run;
    if (given.pending.length + given.shipped.length === 0) return;
    const isOnOrder: Selection = ({ state, path }) =>
      (state === "shipped" || state === "pending") && path === "plain";
    await attack(run, roles.badKeys, early(withoutKey(isOnOrder)), (order) => [
      cancelWithHeaders(401, (headers) => run.caller.attempt(order, { as: "none", headers })),
    ]);
  },
};

export const otherPathsStep: Step = {
  part: "otherPaths",
  name: "other spellings of paths and methods, without a key",
  async play(run) {
    const { otherPaths } = run.roles;
    // A preflight needs no key, and gives no orders.
    await run.caller.call("OPTIONS", ordersPath, { as: "none" });
    await attack(
      run,
      otherPaths,
      withoutKey(({ path, state }) => path !== "plain" && state !== "cancelled"),
    );
  },
};

/**
 * Calls that may fail for some orders only, such as those with unusual ids: in alternation without a valid key and by an id
 * like the order's own.
 */
function extraAttack({ ids }: Caller, order: bigint, index: number): Parameters<Caller["attempt"]> {
  const turn = Math.floor(index / 2);
  const cut = ids.forms.spellings.cut.map((spell) => spell(order)).filter(ids.isSafe)[turn % 2];
  if (index % 2 === 1 && cut !== undefined) return [cut, { isUrgent: true }];
  return [order, { as: turn % 2 === 0 ? "none" : "wrongKey", isUrgent: true }];
}

export const extraOrdersStep: Step = {
  part: "badKeysOnOrders",
  name: "try one forbidden cancel of each remaining order",
  async play(run) {
    const { caller, roles, isShort } = run;
    if (isShort) return;
    const extra = roles.extra.slice(roles.extra.length > 1 ? 2 : 0);
    if (extra.length === 0) return;
    await caller.currentList();
    await inTurn(run, extra, (order, index) => caller.attempt(...extraAttack(caller, order, index)));
  },
};

/** The same once more, in a world where orders are cancelled. */
export const lateOrderSteps: readonly Step[] = [
  onceMore("shipped", "cancel shipped orders", withKey(isShipped)),
  {
    part: "cancels",
    name: "cancel a cancelled order once more",
    async play(run) {
      const { first } = run.roles;
      if (first === undefined) return;
      const { status } = await run.caller.attempt(first);
      await Promise.all([
        cancelWithHeaders(status, (headers) => run.caller.attempt(first, { headers })),
        playRows(run, late(withKey(({ state }) => state === "cancelled"))),
      ]);
      await run.caller.list();
    },
  },
  {
    part: "otherIds",
    name: "cancel by ids like a pending order's once more",
    async play(run) {
      if (run.roles.last !== undefined) await attack(run, run.roles.last, late(withKey(isPlainPending)));
    },
  },
];

export const lateBadKeysOnOrdersStep: Step = {
  part: "badKeysOnOrders",
  name: "cancel given orders without a valid key once more",
  async play(run) {
    const isOnOrder: Selection = (row) =>
      row.state === "shipped" || row.state === "cancelled" || isPlainPending(row);
    await attack(run, run.roles.last, late(withoutKey(isOnOrder)));
  },
};

/** Cancels shipped orders again after all others: they must be refused however many orders were cancelled. */
export const shippedAtLastStep: Step = {
  part: "shipped",
  name: "cancel shipped orders after all others",
  async play(run) {
    const { caller, given } = run;
    const [order, ...others] = given.shipped;
    if (order === undefined) return;
    await caller.attempt(caller.standIn(order));
    if (others.length > 0) await caller.list();
    await inTurn(run, others, (other) => caller.attempt(other));
  },
};

/** Parameters by which some frameworks replace an id of the path. */
const idParameters = ["id", "orderId", "order_id"] as const;

/** The query names a shipped order, which stays unchanged whichever of the two ids a server uses. */
export const namedInQueryStep: Step = {
  part: "unknown",
  name: "cancel an unknown order, with a shipped one in the query",
  async play({ caller, given }) {
    const [order] = given.shipped;
    if (order === undefined) return;
    const query = idParameters.map((name) => `${name}=${caller.standIn(order)}`).join("&");
    const path = `${orderPath(caller.ids.drawnUnknown())}?${query}`;
    await caller.call("DELETE", path, { repeatable: true });
  },
};
