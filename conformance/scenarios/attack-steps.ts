/** Steps that try on the given orders what must be refused. */

import { orderSpellings } from "./ids.ts";
import { early, late, playPoints, type Selection, withKey, withoutKey } from "./play-points.ts";
import type { Run, Step } from "./run.ts";

/** Tries something on a pending order, the list read before and after: no other effect comes in between. */
async function attack(run: Run, order: bigint | undefined, select: Selection): Promise<void> {
  if (order === undefined) return;
  await run.caller.list();
  await playPoints(run, select, order);
  await run.caller.list();
}

export const shippedStep: Step = {
  part: "shipped",
  name: "cancel shipped orders",
  async play(run) {
    const { caller, given } = run;
    for (const order of given.shipped) {
      await caller.list();
      await caller.attempt(order);
      await caller.list();
      await Promise.all(Array.from({ length: 4 }, () => caller.attempt(order)));
    }
    const [first] = given.shipped;
    // Where it can do no harm: a shipped order stays shipped, whatever a server takes for its id.
    if (first !== undefined)
      await Promise.all(
        orderSpellings.same.slice(0, 3).map((spell) => caller.attempt(spell(first), { connection: "" })),
      );
    if (given.shipped.length === 0) return;
    await playPoints(run, early(withKey(({ state }) => state === "shipped")));
    await caller.list();
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
    await run.caller.list();
    await Promise.all(orderSpellings.cut.slice(0, 2).map((spell) => run.caller.attempt(spell(otherIds))));
    await attack(run, otherIds, early(withKey(isPlainPending)));
  },
});

export const otherIdsOfFirstStep = otherIdsStep(({ otherIds, first }) => otherIds === first);
export const otherIdsOfAnotherStep = otherIdsStep(({ otherIds, first }) => otherIds !== first);

export const badKeysOnOrdersStep: Step = {
  part: "badKeysOnOrders",
  name: "cancel given orders without a valid key",
  async play(run) {
    const { caller, roles, given } = run;
    if (given.pending.length + given.shipped.length === 0) return;
    await caller.list();
    await playPoints(run, early(withoutKey(({ state, path }) => state === "shipped" && path === "plain")));
    await attack(run, roles.badKeys, early(withoutKey(isPlainPending)));
  },
};

export const otherPathsStep: Step = {
  part: "otherPaths",
  name: "paths and methods otherwise written, without a key",
  async play(run) {
    const { otherPaths } = run.roles;
    const isOther: Selection = (point) =>
      point.path !== "plain" && point.state !== "cancelled" && !isPlainPending(point);
    await playPoints(
      run,
      withoutKey((point) => isOther(point) && point.state !== "pending"),
    );
    await attack(
      run,
      otherPaths,
      withoutKey((point) => isOther(point) && point.state === "pending"),
    );
  },
};

/** What fails for some orders alone, such as those of odd ids: in turn without a valid key and by an id like its own. */
function spareAttack(order: bigint, index: number): Parameters<Run["caller"]["attempt"]> {
  const turn = Math.floor(index / 2);
  if (index % 2 === 0) return [order, { as: turn % 2 === 0 ? "none" : "wrongKey" }];
  return [orderSpellings.cut[turn % 2]!(order)];
}

export const sparesStep: Step = {
  part: "badKeysOnOrders",
  name: "the same once on each order that is left",
  async play({ caller, roles }) {
    const spare = roles.spare.slice(roles.spare.length > 1 ? 2 : 0);
    if (spare.length === 0) return;
    await caller.list();
    await Promise.all(spare.map((order, index) => caller.attempt(...spareAttack(order, index))));
    await caller.list();
  },
};

/** The same once more, in a world where orders are cancelled. */
export const lateOrderSteps: readonly Step[] = [
  {
    part: "shipped",
    name: "cancel shipped orders once more",
    async play(run) {
      for (const order of run.given.shipped) await run.caller.attempt(order);
      await playPoints(run, late(withKey(({ state }) => state === "shipped")));
    },
  },
  {
    part: "cancels",
    name: "cancel a cancelled order once more",
    async play(run) {
      if (run.roles.first === undefined) return;
      await run.caller.attempt(run.roles.first);
      await playPoints(run, late(withKey(({ state }) => state === "cancelled")));
      await run.caller.list();
    },
  },
  {
    part: "otherIds",
    name: "cancel by ids like a pending order's once more",
    play: (run) => attack(run, run.roles.last, late(withKey(isPlainPending))),
  },
  {
    part: "badKeysOnOrders",
    name: "cancel given orders without a valid key once more",
    async play(run) {
      await playPoints(run, late(withoutKey(({ state }) => state === "shipped" || state === "cancelled")));
      await attack(run, run.roles.last, late(withoutKey(isPlainPending)));
    },
  },
];
