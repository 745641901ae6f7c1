/** Steps that try on the given orders what must be refused. */

import { orderPath } from "../../spec/wire.ts";
import type { Caller } from "./caller.ts";
import { accepts, cancelWithHeaders } from "./client-headers.ts";
import { early, late, onceMore, playPoints, type Selection, withKey, withoutKey } from "./play-points.ts";
import type { Run, Step } from "./run.ts";

/**
 * Tries something on given orders, the list read before and after: no other effect comes in between.
 * @param order the pending one that stands it
 * @param more calls that are made at once with these
 */
async function attack(
  run: Run,
  order: bigint | undefined,
  select: Selection,
  more: () => readonly Promise<unknown>[] = () => [],
): Promise<void> {
  await run.caller.currentList();
  const isPlayed: Selection = (point) => select(point) && (point.state !== "pending" || order !== undefined);
  await Promise.all([...more(), playPoints(run, isPlayed, order)]);
  await run.caller.list();
}

const isShipped: Selection = ({ state }) => state === "shipped";
const usualAccepts = ["json", "any", "client", "html"] as const;

export const shippedStep: Step = {
  part: "shipped",
  name: "cancel shipped orders",
  async play(run) {
    const { caller, given } = run;
    if (given.shipped.length === 0) return;
    await caller.list();
    // The second is touched only once the first was refused: the limits hold that.
    const refused = await Promise.all(given.shipped.map((order) => caller.attempt(order)));
    await caller.list();
    // By other spellings where it can do no harm: a shipped order stays shipped, whatever a server takes for its id.
    const spelled = caller.ids.forms.spellings.same.slice(0, 3).map((spell) => spell(given.shipped[0]!));
    await Promise.all([
      ...given.shipped.flatMap((order) =>
        usualAccepts.map((kind) => caller.attempt(order, { accept: accepts[kind][0]! })),
      ),
      ...spelled.filter(caller.ids.isSafe).map((id) => caller.attempt(id)),
      cancelWithHeaders(refused[0]!.status, (headers) => caller.attempt(given.shipped[0]!, { headers })),
      playPoints(run, early(withKey(isShipped))),
    ]);
    await caller.list();
  },
};

/** Methods that must change nothing (RFC 9110, 9.2.1): a server may have an operation of its own there. */
const safeMethods = ["GET", "HEAD", "OPTIONS"] as const;

export const readOrderStep: Step = {
  isAside: true,
  part: "otherPaths",
  name: "read a pending order's own path",
  async play(run) {
    const { read } = run.roles;
    if (read === undefined) return;
    await Promise.all(safeMethods.map((method) => run.caller.call(method, orderPath(read))));
  },
};

const isPlainPending: Selection = ({ state, path }) => state === "pending" && path === "plain";

/** What the order that is cancelled first stands comes before that; another stands it after what a cancel does late. */
const otherIdsStep = (isPlayed: (roles: Run["roles"]) => boolean): Step => ({
  part: "otherIds",
  name: "cancel by ids like a pending order's",
  async play(run) {
    const { otherIds } = run.roles;
    if (otherIds === undefined || !isPlayed(run.roles)) return;
    const { ids } = run.caller;
    const cut = ids.forms.spellings.cut.map((spell) => spell(otherIds)).filter(ids.isSafe);
    await attack(run, otherIds, early(withKey(isPlainPending)), () =>
      cut.slice(0, 2).map((id) => run.caller.attempt(id)),
    );
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
    const order = roles.badKeys;
    await attack(run, order, early(withoutKey(isOnOrder)), () =>
      order === undefined
        ? []
        : [cancelWithHeaders(401, (headers) => run.caller.attempt(order, { as: "none", headers }))],
    );
  },
};

export const otherPathsStep: Step = {
  part: "otherPaths",
  name: "other spellings of paths and methods, without a key",
  async play(run) {
    const { otherPaths } = run.roles;
    await attack(
      run,
      otherPaths,
      withoutKey(({ path, state }) => path !== "plain" && state !== "cancelled"),
    );
  },
};

/** What fails for some orders alone, such as those of odd ids: in turn without a valid key and by an id like its own. */
function extraAttack({ ids }: Caller, order: bigint, index: number): Parameters<Caller["attempt"]> {
  const turn = Math.floor(index / 2);
  const cut = ids.forms.spellings.cut.map((spell) => spell(order)).filter(ids.isSafe)[turn % 2];
  if (index % 2 === 1 && cut !== undefined) return [cut];
  return [order, { as: turn % 2 === 0 ? "none" : "wrongKey" }];
}

export const extraOrdersStep: Step = {
  part: "badKeysOnOrders",
  name: "try one forbidden cancel of each remaining order",
  async play({ caller, roles, isShort }) {
    if (isShort) return;
    const extra = roles.extra.slice(roles.extra.length > 1 ? 2 : 0);
    if (extra.length === 0) return;
    await caller.currentList();
    await Promise.all(extra.map((order, index) => caller.attempt(...extraAttack(caller, order, index))));
    await caller.list();
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
        playPoints(run, late(withKey(({ state }) => state === "cancelled"))),
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
  {
    part: "badKeysOnOrders",
    name: "cancel given orders without a valid key once more",
    async play(run) {
      const isOnOrder: Selection = (point) =>
        point.state === "shipped" || point.state === "cancelled" || isPlainPending(point);
      await attack(run, run.roles.last, late(withoutKey(isOnOrder)));
    },
  },
];

/** However many orders were cancelled, a shipped one is refused. */
export const shippedAtLastStep: Step = {
  part: "shipped",
  name: "cancel shipped orders after all others",
  async play({ caller, given }) {
    await Promise.all(given.shipped.map((order) => caller.attempt(order)));
  },
};
