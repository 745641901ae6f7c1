/** Steps on the given orders: what must be refused, and what uses them up. */

import type { CallOptions } from "./caller.ts";
import { orderSpellings } from "./ids.ts";
import { early, late, playPoints, type Selection, withKey, withoutKey } from "./play-points.ts";
import type { Run, Step } from "./run.ts";

/** More calls than any client sends at once, fewer than a rate limit would mind. */
const racers = 5;

/** As a browser's script sends a cancel: it would rather have a page. */
const browserForm: CallOptions = {
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  headers: [
    ["user-agent", "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36"],
    ["accept-language", "de-CH, ar;q=0.9, *;q=0.1"],
    ["accept-encoding", "gzip, deflate, br"],
    ["x-requested-with", "XMLHttpRequest"],
  ],
};

/** How clients send a cancel that is to be carried out: each order's in another way, where orders are few with much at once. */
const cancelForms: readonly CallOptions[] = [
  { ...browserForm, isWarm: true },
  { accept: null, isWarm: true },
  { accept: "*/*" },
  {},
];
const cancelForm = (index: number) => cancelForms[index % cancelForms.length]!;

/** A cancel with the key proves that an order stood what was tried on it, unless it is needed for more. */
async function prove(run: Run, order: bigint | undefined): Promise<void> {
  const { caller, roles, turns } = run;
  if (order === undefined || order === roles.first || order === roles.last) return;
  await caller.cancel(order, cancelForm(turns.next("cancel form")));
  await caller.list();
}

/** So long the first of several calls waits for the others to be ready. */
const gatherMs = 150;

/** Lets calls go out at once. */
function createMeeting(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let missing = count;
  return () => {
    if (missing === count) setTimeout(resolve, gatherMs);
    if (--missing === 0) resolve();
    return promise;
  };
}

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

export const firstCancelStep: Step = {
  part: "cancels",
  name: "cancel a pending order, and again",
  async play(run) {
    const { caller, roles } = run;
    const order = roles.first;
    if (order === undefined) return;
    await caller.list();
    await caller.list();
    await caller.cancel(order);
    await caller.list();
    await caller.attempt(order);
    await caller.attempt(order);
    await caller.list();
    await caller.list();
  },
};

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

export const beginSettlingStep: Step = {
  part: "cancels",
  name: "begin to wait for late effects",
  async play({ settling }) {
    settling.begin();
  },
};

/** What comes late of a cancel has come before others are tried: nobody takes it for theirs. */
export const cancelSettledStep: Step = {
  part: "cancels",
  name: "wait for late effects of the cancel",
  async play({ caller, settling }) {
    await settling.end();
    await caller.list();
  },
};

export const settledStep: Step = {
  part: "cancels",
  name: "wait for late effects, and cancel what stood attacks",
  async play(run) {
    const { otherIds, badKeys, otherPaths } = run.roles;
    await run.settling.end();
    await run.caller.list();
    for (const order of new Set([otherPaths, badKeys, otherIds])) await prove(run, order);
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

export const lastStep: Step = {
  part: "cancels",
  name: "cancel what is left, the last one several times at once",
  async play({ caller, roles, turns }) {
    await caller.list();
    const [one, other, ...others] = roles.spare;
    const spare = other === undefined ? roles.spare : others;
    for (const [index, order] of spare.entries()) {
      // One as a client sends it that keeps its connection, and again.
      if (index === 1) {
        await caller.cancel(order, { connection: "kept" });
        await caller.attempt(order, { connection: "kept" });
        await caller.list();
        continue;
      }
      await caller.cancel(order, cancelForm(turns.next("cancel form")));
      await caller.list();
    }
    // A store that is written as a whole may lose one of two cancels: its order can be cancelled again.
    if (one !== undefined && other !== undefined) {
      const together = createMeeting(2);
      await Promise.all([one, other].map((order) => caller.cancel(order, { ...cancelForm(0), together })));
      for (const order of [one, other]) await caller.attempt(order);
      await caller.list();
    }
    const { last } = roles;
    if (last === undefined) return;
    const together = createMeeting(racers);
    // Not all on used connections: a server may close those just then.
    await Promise.all(
      Array.from({ length: racers }, (_, index) =>
        caller.cancel(last, { ...browserForm, isWarm: index < 3, together }),
      ),
    );
    await caller.list();
  },
};
