import { expect, test } from "vitest";
import { formatJson, parseJson } from "../base/json.ts";
import { runSuite } from "../conformance/run-suite.ts";
import type { FixtureOrder } from "../fixtures/fixture-order.ts";
import { errorReply } from "../mocks/http/reply.ts";
import { createMock } from "../mocks/mock.ts";
import { defaultApiKey } from "../mocks/mock-options.ts";
import { createHandleTarget } from "../mocks/testing/handle-target.ts";

/** Whatever a server's list is: no order is cancelled that the run was not given. */

const pending = [2n, 4n, 6n, 8n, 10n];
const shipped = [12n];
/** Enough orders that any misreading of a given id names one. */
const fixtures: readonly FixtureOrder[] = Array.from({ length: 2000 }, (_, index) => {
  const id = BigInt(index + 1);
  return { id, status: shipped.includes(id) ? "shipped" : "pending" };
});

type ShowList = (orders: readonly FixtureOrder[]) => { readonly status?: number; readonly body: unknown };
const lists: Readonly<Record<string, ShowList>> = {
  "an array": (orders) => ({ body: orders }),
  "an envelope": (orders) => ({ body: { orders } }),
  "a page": (orders) => ({ body: orders.slice(0, 5) }),
  "the last page": (orders) => ({ body: orders.slice(-5) }),
  "without ids": (orders) => ({ body: orders.map(({ id: _, ...order }) => order) }),
  "with ids as strings": (orders) => ({
    body: orders.map(({ id, ...order }) => ({ ...order, id: String(id) })),
  }),
  empty: () => ({ body: [] }),
  "a 206": (orders) => ({ status: 206, body: orders }),
  "a text": () => ({ body: "many orders" }),
};

test.each(Object.entries(lists))("where the list is %s, orders of others stay", async (name, show) => {
  const mock = createMock({ fixtures });
  const tried = new Set<bigint>();
  const target = createHandleTarget(mock, (request) => {
    const id = /\/orders\/(-?\d+)$/.exec(request.target)?.[1];
    const isKeyed = request.headers.authorization === `Bearer ${defaultApiKey}`;
    if (request.method === "DELETE" && isKeyed && id !== undefined) tried.add(BigInt(id));
    const reply = mock.handle(request);
    if (request.method !== "GET" || reply.status !== 200) return reply;
    const { status = 200, body } = show(parseJson(Buffer.concat(reply.body).toString()) as never);
    return {
      ...reply,
      status,
      headers: { "content-type": "application/json" },
      body: [Buffer.from(formatJson(body))],
    };
  });
  const arrange = async () => ({ pending, shipped });
  await runSuite({ ...target, arrange }, { settleMs: 0 });
  const left = new Set(mock.control.orders().flatMap(({ id, status }) => (status === "pending" ? [id] : [])));
  const lost = fixtures.filter(({ id, status }) => status === "pending" && !left.has(id));
  expect(lost.map(({ id }) => id).filter((id) => !pending.includes(id))).toEqual([]);
  // The array alone shows which ids are in use. Elsewhere any number that a shop may have counted to is left alone.
  const others = [...tried].filter((id) => ![...pending, ...shipped].includes(id));
  if (name !== "an array") expect(others.filter((id) => id > -(2n ** 40n) && id < 2n ** 40n)).toEqual([]);
  else expect(others).not.toEqual([]);
});

const statuses = [204, 303, 307, 400, 401, 404, 409, 500, 503] as const;
test.each(statuses)(
  "where each unknown id is read as another client's order, and answered %i, one call loses orders",
  async (status) => {
    const mock = createMock({ fixtures: fixtures.slice(0, 200) });
    const target = createHandleTarget(mock, (request) => {
      const id = /\/orders\/([^/?]+)$/.exec(request.target)?.[1];
      const isKnown = /^-?\d+$/.test(id ?? "") && BigInt(id!) <= 200n && BigInt(id!) > 0n;
      const isKeyed = request.headers.authorization === `Bearer ${defaultApiKey}`;
      if (request.method !== "DELETE" || !isKeyed || id === undefined || isKnown) return mock.handle(request);
      const others = mock.control.orders().filter((order) => order.status === "pending" && order.id > 20n);
      mock.handle({ ...request, target: `/v1/store/orders/${others[0]!.id}` });
      return errorReply(status, "unknown", "There is no such order.");
    });
    const arrange = async () => ({ pending, shipped });
    await runSuite({ ...target, arrange }, { settleMs: 0 });
    const lost = mock.control.orders().filter((order) => order.status === "cancelled" && order.id > 20n);
    // A 503 may mean that nothing was done: the call is tried five times.
    expect(lost).toHaveLength(status === 503 ? 5 : 1);
  },
);

test("orders of others that disappear from the first cancel on, also without calls, do not stop the run", async () => {
  const mock = createMock({ fixtures: fixtures.slice(0, 200) });
  let lists = 0;
  let isBusy = false;
  const target = createHandleTarget(mock, (request) => {
    const reply = mock.handle(request);
    isBusy ||= reply.status === 204;
    if (request.method !== "GET" || reply.status !== 200) return reply;
    // Another client takes orders off, the last one first.
    if (isBusy) lists++;
    const last = 200 - Math.ceil(lists / 2);
    const orders = parseJson(Buffer.concat(reply.body).toString()) as unknown as readonly FixtureOrder[];
    return { ...reply, body: [Buffer.from(formatJson(orders.filter(({ id }) => id <= last) as never))] };
  });
  const arrange = async () => ({ pending, shipped });
  const report = await runSuite({ ...target, arrange }, { settleMs: 0 });
  expect(report.results.filter(({ outcome }) => outcome === "failed")).toEqual([]);
  expect(report.results.filter(({ reason }) => reason?.includes("no more cancels"))).toEqual([]);
});

test("data that change in most orders at each list do not stop the run", async () => {
  const mock = createMock({ fixtures: fixtures.slice(0, 60) });
  let lists = 0;
  let partAt = -1;
  const target = createHandleTarget(mock, (request) => {
    const reply = mock.handle(request);
    if (partAt < 0 && reply.status === 204) partAt = lists + 1;
    if (request.method !== "GET" || reply.status !== 200) return reply;
    lists++;
    const orders = parseJson(Buffer.concat(reply.body).toString()) as unknown as readonly FixtureOrder[];
    // The first list after a cancel was made across a tick: only a third of it has moved.
    const moved = (index: number) => lists - (lists === partAt && index % 3 > 0 ? 1 : 0);
    const shown = orders.map((order, index) => ({
      ...order,
      shipDate: `2026-01-01T00:00:00.${String(moved(index)).padStart(4, "0")}Z`,
    }));
    return { ...reply, body: [Buffer.from(formatJson(shown as never))] };
  });
  const arrange = async () => ({ pending, shipped });
  const report = await runSuite({ ...target, arrange }, { settleMs: 0 });
  expect(report.results.filter(({ reason }) => reason?.includes("no more cancels"))).toEqual([]);
});

test("of orders that disappear at each refused cancel, a run loses one", async () => {
  const mock = createMock({ fixtures: fixtures.slice(0, 200) });
  let removed = 0;
  const target = createHandleTarget(mock, (request) => {
    const reply = mock.handle(request);
    if (request.method === "DELETE" && reply.status >= 400) removed++;
    if (request.method !== "GET" || reply.status !== 200) return reply;
    const orders = parseJson(Buffer.concat(reply.body).toString()) as unknown as readonly FixtureOrder[];
    const left = orders.filter(({ id }) => id <= 200 - removed);
    return { ...reply, body: [Buffer.from(formatJson(left as never))] };
  });
  const arrange = async () => ({ pending, shipped });
  const report = await runSuite({ ...target, arrange }, { settleMs: 100 });
  expect(removed).toBe(1);
  const failed = report.results.filter(({ outcome }) => outcome === "failed").map(({ id }) => id);
  expect(new Set([...failed, "cancel-order/no-other-effect"])).toEqual(
    new Set(["cancel-order/no-other-effect"]),
  );
  expect(report.results.some(({ reason }) => reason?.includes("no more cancels"))).toBe(true);
});

/** Refused calls that cancel another client's order, by the words of the call, each with the number of orders lost. */
const refusedAndDone: readonly (readonly [
  call: string,
  is: (id: string, isRepeat: boolean) => boolean,
  lost: number,
])[] = [
  ["a cancel of a cancelled order", (_id, isRepeat) => isRepeat, 4],
  ["an id that is no number", (id) => !/^-?\d+$/.test(id), 2],
  ["a cancel of a shipped order", (id) => id === "12", 2],
];

test.each(refusedAndDone)(
  "where %s is refused and cancels another client's order, few are lost",
  async (_call, is, most) => {
    const mock = createMock({ fixtures: fixtures.slice(0, 200) });
    const cancelled = new Set<string>();
    const target = createHandleTarget(mock, (request) => {
      const id = /\/orders\/([^/?]+)$/.exec(request.target)?.[1];
      const isKeyed = request.headers.authorization === `Bearer ${defaultApiKey}`;
      const reply = mock.handle(request);
      if (request.method !== "DELETE" || !isKeyed || id === undefined) return reply;
      const others = mock.control.orders().filter((order) => order.status === "pending" && order.id > 20n);
      if (is(id, cancelled.has(id))) mock.handle({ ...request, target: `/v1/store/orders/${others[0]!.id}` });
      if (reply.status === 204) cancelled.add(id);
      return reply;
    });
    const arrange = async () => ({ pending, shipped });
    await runSuite({ ...target, arrange }, { settleMs: 0 });
    const lost = mock.control.orders().filter((order) => order.status === "cancelled" && order.id > 20n);
    expect(lost.length).toBeGreaterThan(0);
    expect(lost.length).toBeLessThanOrEqual(most);
  },
);

test("a given order is not cancelled where its id, rounded, is another client's", async () => {
  const [own, twin] = [2n ** 53n + 1n, 2n ** 53n];
  const mock = createMock({
    fixtures: [...fixtures.slice(0, 20), ...[own, twin].map((id) => ({ id, status: "pending" as const }))],
  });
  const target = createHandleTarget(mock, (request) => {
    const id = /\/orders\/(\d+)$/.exec(request.target)?.[1];
    if (id === undefined) return mock.handle(request);
    return mock.handle({ ...request, target: `/v1/store/orders/${BigInt(Number(id))}` });
  });
  const arrange = async () => ({ pending: [own, 2n, 4n], shipped });
  const report = await runSuite({ ...target, arrange }, { settleMs: 0 });
  expect(mock.control.order(twin)?.status).toBe("pending");
  expect(report.warnings?.join()).toContain(`1 given order was not used: ${own}.`);
});
