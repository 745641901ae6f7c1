/** Steps on the given orders: what must be refused, and what uses them up. */

import { orderPath } from "../../spec/wire.ts";
import { badForms } from "./credentials.ts";
import { idsLike } from "./ids.ts";
import type { Run, Step } from "./run.ts";

/** More calls than any client sends at once, fewer than a rate limit would mind. */
const racers = 5;

/** A cancel with the key proves that an order stood what was tried on it, unless it is needed for more. */
async function prove(run: Run, order: bigint | undefined): Promise<void> {
  const { caller, roles } = run;
  if (order === undefined || order === roles.first || order === roles.last) return;
  await caller.cancel(order);
  await caller.list();
}

export const shippedStep: Step = {
  part: "shipped",
  name: "cancel shipped orders",
  isPossible: ({ given }) => given.shipped.length > 0,
  async play({ caller, given }) {
    for (const order of given.shipped) {
      await caller.list();
      await caller.attempt(order);
      await caller.list();
      await caller.attempt(order);
      await caller.attempt(order);
      // The same number otherwise written, where it can do no harm.
      await caller.attempt(order < 0n ? `-00${-order}` : `00${order}`, { connection: "padded id" });
      await caller.list();
    }
  },
};

export const otherIdsStep: Step = {
  part: "otherIds",
  name: "cancel by ids like a pending order's",
  isPossible: ({ roles }) => roles.otherIds !== undefined,
  async play(run) {
    const { caller, roles } = run;
    const order = roles.otherIds!;
    const ids = idsLike(order).filter((id) => !/^-?\d+$/.test(id) || !caller.mayExist(BigInt(id)));
    await caller.list();
    await Promise.all(ids.map((id) => caller.attempt(id)));
    await caller.list();
    await prove(run, order);
  },
};

export const firstCancelStep: Step = {
  part: "cancels",
  name: "cancel a pending order, and again",
  isPossible: ({ roles }) => roles.first !== undefined,
  async play({ caller, roles }) {
    const order = roles.first!;
    await caller.list();
    await caller.list();
    await caller.cancel(order, { onWire: true });
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
  isPossible: ({ given }) => given.pending.length + given.shipped.length > 0,
  async play(run) {
    const { caller, roles, given } = run;
    await caller.list();
    for (const order of given.shipped)
      await Promise.all((["none", "wrongKey"] as const).map((as) => caller.attempt(order, { as })));
    await caller.list();
    const { badKeys, first } = roles;
    if (badKeys !== undefined) {
      await Promise.all(badForms.map((as) => caller.attempt(badKeys, { as })));
      await caller.list();
    }
    if (first !== undefined && first !== badKeys) await caller.attempt(first, { as: "none" });
    await prove(run, badKeys);
  },
};

/** Ways to write a path that a forgiving server takes for the plain one. */
export const pathSpellings = {
  "trailing slash": (path) => `${path}/`,
  "double slash": (path) => path.replace("/orders", "//orders"),
  "letter case": (path) => path.replace("/store/orders", "/Store/ORDERS"),
  "percent-encoding": (path) => path.replace("/orders", "/%6frders"),
  "matrix parameter": (path) => path.replace("/orders", "/orders;v=1"),
} as const satisfies Record<string, (path: string) => string>;

export const otherPathsStep: Step = {
  part: "otherPaths",
  name: "paths and methods otherwise written, without a key",
  async play(run) {
    const { caller, roles } = run;
    const order = roles.otherPaths;
    const none = { as: "none" } as const;
    await Promise.all(
      Object.values(pathSpellings).map((spell) => caller.call("GET", spell("/store/orders"), none)),
    );
    if (order === undefined) return;
    const path = orderPath(order);
    await Promise.all(Object.values(pathSpellings).map((spell) => caller.call("DELETE", spell(path), none)));
    const headers = [["x-http-method-override", "DELETE"]] as const;
    await caller.call("GET", path, { ...none, headers });
    await caller.call("POST", path, { ...none, headers });
    await caller.list();
    await prove(run, order);
  },
};

export const lastStep: Step = {
  part: "cancels",
  name: "cancel what is left, the last one several times at once",
  async play({ caller, roles, given }) {
    await caller.list();
    for (const order of given.shipped) await caller.attempt(order);
    if (roles.first !== undefined) await caller.attempt(roles.first);
    for (const order of roles.spare) {
      await caller.cancel(order);
      await caller.list();
    }
    const { last } = roles;
    if (last === undefined) return;
    await Promise.all(Array.from({ length: racers }, () => caller.cancel(last)));
    await caller.list();
  },
};

export const settleStep: Step = {
  part: "cancels",
  name: "wait for late effects",
  async play({ caller, settle }) {
    await settle();
    await caller.list();
  },
};
