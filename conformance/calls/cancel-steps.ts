/** Steps that use the given orders up. */

import { headerOf } from "../evidence/exchange.ts";
import type { CallOptions } from "./caller.ts";
import { addedOnTheWay, clientHeaders } from "./client-headers.ts";
import { createMeeting, type Run, type Step } from "./run.ts";

/** More calls than any client sends at once, fewer than a rate limit would mind. */
const racers = 5;

/** As a browser's script sends a cancel: it would rather have a page. */
const browserForm: CallOptions = {
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  headers: [
    ...clientHeaders.browser[0]!(),
    ...clientHeaders.language[0]!(),
    ["accept-encoding", "gzip, deflate, br"],
  ],
};

/** How clients send a cancel that is to be carried out: each order's in another way, where orders are few with much at once. */
const cancelForms: readonly CallOptions[] = [
  browserForm,
  { accept: null },
  { accept: "*/*", headers: addedOnTheWay },
];
/** As a script sends its only call: one of a run, since another connection must follow. */
const onlyCall: CallOptions = { connection: "session", headers: [["connection", "close"]] };

/** A browser keeps the cookies that it got. */
function cancelForm({ caller }: Run, index: number): CallOptions {
  const form = cancelForms[index % cancelForms.length]!;
  const cookie = index % cancelForms.length === 0 ? caller.cookies() : undefined;
  return cookie === undefined ? form : { ...form, headers: [...(form.headers ?? []), ["cookie", cookie]] };
}

export const firstCancelStep: Step = {
  part: "cancels",
  name: "cancel a pending order twice",
  async play(run) {
    const { caller, roles } = run;
    const order = roles.first;
    if (order === undefined) return;
    // Twice with nothing in between: what changes here changes by itself.
    await caller.currentList();
    const { answer } = (await caller.list()).exchange;
    const tag = answer && headerOf(answer, "etag");
    await caller.cancel(order);
    await caller.list();
    await Promise.all([caller.attempt(order), caller.attempt(order)]);
    await caller.list();
    // Who keeps the list asks whether it is still the same (RFC 9110, 13.1.2).
    if (tag !== undefined) await caller.list({ headers: [["if-none-match", tag]] });
    await caller.list();
  },
};

export const beginLateWaitStep: Step = {
  part: "cancels",
  name: "begin to wait for late effects",
  async play({ lateWait }) {
    lateWait.begin();
  },
};

/** What comes late of a cancel has come before others are tried: nobody takes it for theirs. */
export const lateEffectsStep: Step = {
  part: "cancels",
  name: "wait for late effects of the cancel",
  async play({ caller, lateWait }) {
    await lateWait.end();
    await caller.list();
  },
};

export const cancelAttackedStep: Step = {
  part: "cancels",
  name: "wait for late effects, and cancel the orders that forbidden calls named",
  async play(run) {
    const { caller, roles, turns } = run;
    const { first, last, otherIds, badKeys, otherPaths } = roles;
    await run.lateWait.end();
    await caller.list();
    // A cancel with the key proves that an order stood what was tried on it, unless it is needed for more.
    const [one, ...others] = [...new Set([otherPaths, badKeys, otherIds])].filter(
      (order) => order !== undefined && order !== first && order !== last,
    ) as bigint[];
    if (one === undefined) return;
    await caller.cancel(one, onlyCall);
    await caller.list();
    if (others.length === 0) return;
    // With lists under way: each may show an order as before or as after, and the next one as after.
    const together = createMeeting(others.length + 1);
    await Promise.all([
      ...others.map((order) =>
        caller.cancel(order, { ...cancelForm(run, turns.next("cancel form")), together }),
      ),
      caller.list({ together }).then(() => caller.list({})),
    ]);
    await caller.list();
  },
};

export const lastStep: Step = {
  part: "cancels",
  name: "cancel the remaining orders, the last one several times at once",
  async play(run) {
    const { caller, roles, turns } = run;
    await caller.currentList();
    const [one, other, ...others] = roles.extra;
    const extra = other === undefined ? roles.extra : others;
    // Each with a list behind it, where there are few.
    const [single, many] = [extra.slice(0, mostSingle), extra.slice(mostSingle)];
    await Promise.all(many.map((order) => caller.cancel(order, cancelForm(run, turns.next("cancel form")))));
    if (many.length > 0) await caller.list();
    for (const [index, order] of single.entries()) {
      // One as a client sends it that keeps its connection, and again.
      if (index === 1) {
        await caller.cancel(order, { connection: "kept" });
        await caller.attempt(order, { connection: "kept" });
        await caller.list();
        continue;
      }
      await caller.cancel(order, cancelForm(run, turns.next("cancel form")));
      await caller.list();
    }
    // A store that is written as a whole may lose one of two cancels: its order can be cancelled again.
    if (one !== undefined && other !== undefined) {
      const together = createMeeting(2);
      await Promise.all(
        [one, other].map((order) => caller.cancel(order, { ...cancelForm(run, 0), together })),
      );
      for (const order of [one, other]) await caller.attempt(order);
      await caller.list();
    }
    const { last } = roles;
    if (last === undefined) return;
    const together = createMeeting(racers);
    await Promise.all(
      Array.from({ length: racers }, (_, index) =>
        caller.cancel(last, { ...cancelForm(run, index), together }),
      ),
    );
    await caller.list();
    // A race that nobody wins may leave the order pending: then its cancel is done.
    if (!caller.cancelled().includes(last)) await caller.cancel(last);
  },
};

/** Orders that nothing else needs and that are cancelled one after the other. */
const mostSingle = 2;

/** A cancel that says 204 and is taken back a moment later shows at a second one, whatever lists show. */
export const againStep: Step = {
  part: "cancels",
  name: "wait for late effects, and cancel each cancelled order again",
  async play({ caller, lateWait }) {
    const orders = caller.cancelled();
    if (orders.length === 0) return;
    lateWait.begin();
    await lateWait.end();
    await Promise.all(orders.map((order) => caller.attempt(order)));
    await caller.list({ headers: [["connection", "close"]] });
  },
};
