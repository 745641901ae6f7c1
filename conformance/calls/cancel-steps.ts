/** Steps that cancel the given orders. */

import { accepts, addedOnTheWay, clientHeaders } from "../misreadings/client-headers.ts";
import type { CallOptions } from "./caller.ts";
import type { Roles } from "./roles.ts";
import type { Run } from "./run.ts";

/** Calls of a race: more than a client sends at once, fewer than a rate limit would refuse. */
const racers = 4;

/** A cancel as a browser sends it, with a preference for HTML. */
const browserForm: CallOptions = {
  accept: accepts.html[0],
  headers: [
    ...clientHeaders.browser[0]!(),
    ...clientHeaders.language[0]!(),
    ["accept-encoding", "gzip, deflate, br"],
  ],
};

/** Forms of cancels that a right server carries out; each order's cancel takes the next one. */
const cancelForms: readonly CallOptions[] = [
  browserForm,
  { accept: null },
  { accept: "*/*", headers: addedOnTheWay },
];
/** A cancel on a connection that ends with it; sent once in a run, since it costs a new connection. */
const onlyCall: CallOptions = { connection: "session", headers: [["connection", "close"]] };

/** The form for a cancel. The browser's form has the cookies of earlier answers. */
function cancelForm({ caller }: Run, index: number): CallOptions {
  const form = cancelForms[index % cancelForms.length]!;
  const cookie = index % cancelForms.length === 0 ? caller.cookies() : undefined;
  return cookie === undefined ? form : { ...form, headers: [...(form.headers ?? []), ["cookie", cookie]] };
}

export async function cancelFirst(run: Run): Promise<void> {
  const { caller, roles, lateWait } = run;
  const order = roles.first;
  if (order === undefined) return;
  const headers = await caller.ifListChanged();
  await caller.cancel(order);
  lateWait.begin();
  await caller.list();
  // One alone: a server that cancels another order instead costs no more than that one.
  await Promise.all([caller.attempt(order), ...(headers ? [caller.list({ headers })] : [])]);
}

export async function beginLateWait({ lateWait }: Run): Promise<void> {
  lateWait.begin();
}

/** Waits for late effects of earlier calls, so that they are not attributed to the next ones. */
export async function awaitLateEffects({ caller, lateWait }: Run): Promise<void> {
  await lateWait.end();
  const { exchange } = await caller.currentList();
  if (!lateWait.isOverAt(exchange.sentAt)) await caller.list();
}

/**
 * The orders that forbidden calls have named. A cancel with the key proves that those calls left the order pending; orders
 * that are needed later are left out.
 */
function attackedOrders({ first, last, otherIds, badKeys, otherPaths }: Roles): readonly bigint[] {
  return [...new Set([otherPaths, badKeys, otherIds])].filter(
    (order): order is bigint => order !== undefined && order !== first && order !== last,
  );
}

/**
 * Cancels an order twice while the cancel of a shipped one is under way: a server may confuse them. If a losing cancel takes
 * another order, the list shows it before more cancels race.
 */
export async function cancelBesideShipped({ caller, given, roles, createBarrier }: Run): Promise<void> {
  const [order] = attackedOrders(roles);
  if (order === undefined) return;
  const shipped = given.shipped.slice(0, 1);
  const together = createBarrier(2 + shipped.length);
  await Promise.all([
    caller.cancel(order, { ...onlyCall, together }),
    caller.cancel(order, { together }),
    ...shipped.map((each) => caller.attempt(caller.standIn(each), { together })),
  ]);
  await caller.list();
}

/** Lists overlap these cancels: each may show an order as before or after, and the next list must show it as after. */
export async function cancelWhileListing(run: Run): Promise<void> {
  const { caller, nextForm } = run;
  const [, ...orders] = attackedOrders(run.roles);
  if (orders.length === 0) return;
  const together = run.createBarrier(orders.length + 1);
  const cancels = orders.map((order) =>
    caller.cancel(order, { ...cancelForm(run, nextForm("cancel form")), together }),
  );
  await Promise.all([
    Promise.all(cancels).then(() => caller.list()),
    caller.list({ together }).then(() => caller.list({})),
  ]);
}

/** Cancels an order twice. The second cancel waits until no byte can follow the answer to the first. */
export async function cancelOnOneConnection({ caller, roles: { extra } }: Run): Promise<void> {
  const [, , order] = extra;
  if (order === undefined) return;
  await caller.cancel(order, { connection: "kept" });
  await caller.attempt(order, { connection: "kept" });
}

/** Cancels the remaining orders at once, the last one several times. The third extra one is cancelled on one connection. */
export async function cancelRemaining(run: Run): Promise<void> {
  const { caller, roles, nextForm } = run;
  const { extra, last } = roles;
  if (last === undefined) return;
  const cancelOne = (order: bigint) => caller.cancel(order, cancelForm(run, nextForm("cancel form")));
  await Promise.all([
    // The rest after the race, so that it leaves connections to calls that are sent together.
    raceFor(run, last).then(() => Promise.all(extra.slice(3).map(cancelOne))),
    cancelTogether(run, extra.slice(0, 2)),
  ]);
}

export async function listAfterCancels({ caller, roles: { last }, lateWait }: Run): Promise<void> {
  lateWait.begin();
  await caller.list();
  // A race without a 204 may leave the order pending: then it is cancelled here.
  if (last === undefined || caller.cancelled.includes(last)) return;
  await caller.cancel(last);
  lateWait.begin();
}

/** A store that is written as a whole may lose one of two cancels: then its order can be cancelled again. */
async function cancelTogether(run: Run, orders: readonly bigint[]): Promise<void> {
  const together = run.createBarrier(orders.length);
  await Promise.all(
    orders.map((order) =>
      run.caller.cancel(order, { ...cancelForm(run, run.nextForm("cancel form")), together }),
    ),
  );
  await Promise.all(orders.map((order) => run.caller.attempt(order)));
}

/** Cancels an order several times at once. */
async function raceFor(run: Run, order: bigint): Promise<void> {
  const together = run.createBarrier(racers);
  await Promise.all(
    Array.from({ length: racers }, (_, index) =>
      run.caller.cancel(order, { ...cancelForm(run, index), together }),
    ),
  );
}

/** Cancels each cancelled order again: a second 204 shows that a cancel was undone after its 204. */
export async function cancelAgain({ caller, lateWait }: Run): Promise<void> {
  const orders = caller.cancelled;
  if (orders.length === 0) return;
  await lateWait.end();
  await Promise.all(orders.map((order) => caller.attempt(order)));
  await caller.list({ headers: [["connection", "close"]] });
}
