import { expect, test } from "vitest";
import { ordersPath } from "../../spec/wire.ts";
import type { Exchange, OutgoingRequest } from "../evidence/exchange.ts";
import { Recorder } from "../evidence/history.ts";
import { orders } from "../testing/requirement-histories.ts";
import { Gate } from "./gate.ts";
import { LossGuard } from "./loss-guard.ts";

const key = ["authorization", "Bearer key"] as const;
const list = (...headers: OutgoingRequest["headers"]): OutgoingRequest => ({
  method: "GET",
  path: ordersPath,
  headers,
});
const cancel = (id: string, ...headers: OutgoingRequest["headers"]): OutgoingRequest => ({
  method: "DELETE",
  path: `${ordersPath}/${id}`,
  headers,
});

interface Shop {
  /** Whether a call costs an order that was not given, by the calls under way beside it. */
  readonly loses?: (request: OutgoingRequest, beside: readonly OutgoingRequest[]) => boolean;
  /** Whether other clients cancel orders between two lists. */
  readonly isBusy?: boolean;
}

/** Plays calls that are made at once. @returns the calls in the order of sending, "list" for each list of the guard, and the orders lost */
async function play(calls: readonly OutgoingRequest[], { loses = () => false, isBusy = false }: Shop = {}) {
  const recorder = new Recorder("key");
  recorder.give({ pending: [1n, 2n], shipped: [] }, 0);
  const log: (OutgoingRequest | "list")[] = [];
  const underWay = new Set<OutgoingRequest>();
  let left = 30;
  const own = list(key);
  const transport = {
    async send(request: OutgoingRequest, { together }: { together?: () => Promise<void> } = {}) {
      await together?.();
      const sentAt = performance.now();
      log.push(request === own ? "list" : request);
      if (loses(request, [...underWay])) left--;
      if (request === own && isBusy) left--;
      underWay.add(request);
      await new Promise((resolve) => setImmediate(resolve));
      underWay.delete(request);
      const shown = orders(...Array.from({ length: left }, (_, index) => index + 1));
      const answer = request === own ? shown : { status: 401, headers: [], body: new Uint8Array() };
      return { request, answer, ms: 0, sentAt, endedAt: performance.now() } as Exchange;
    },
  };
  const readList = async () => void recorder.record(await transport.send(own));
  const { history } = recorder;
  const guard = new LossGuard({ given: () => history.given, history, readList, readLater: readList });
  const gate = new Gate({ transport, baseUrl: "http://test/v1", apiKey: "key", guards: [guard] });
  await readList();
  log.pop();
  const exchanges = await Promise.all(
    calls.map(async (request) => {
      const exchange = await gate.send(request);
      if (!exchange.notSent) recorder.record(exchange);
      return exchange;
    }),
  );
  await readList();
  return {
    log,
    lost: 30 - left,
    refusals: exchanges.flatMap(({ notSent, failure }) => (notSent ? [failure] : [])),
  };
}

const twelve = (of: (index: number) => OutgoingRequest) =>
  Array.from({ length: 12 }, (_, index) => of(index));
const alike = {
  "lists without a key": twelve(() => list()),
  "lists with a bad key": twelve((index) => list(["authorization", `Bearer no-${index}`])),
  "lists with an added header": twelve((index) => ({
    ...list(key, ["x-a", `${index}`]),
    hasAddedHeaders: true,
  })),
  "lists with a query": twelve((index) => ({ ...list(key), path: `${ordersPath}?page=${index}` })),
  "lists in another form": twelve((index) => list(key, ["accept", `text/${index}`])),
  "lists by another path": twelve((index) => ({
    ...list(key),
    path: `${ordersPath}${"/".repeat(index + 1)}`,
  })),
  "cancels of unknown orders": twelve((index) => cancel(`90${index}`, key)),
  "cancels of unknown orders without a key": twelve((index) => cancel(`90${index}`)),
  "cancels by other texts": twelve((index) => cancel(`x${index}`, key)),
  "cancels by numbers beyond int64": twelve((index) => cancel(`9${"0".repeat(20 + index)}`, key)),
  "cancels of a given order without a key": twelve(() => cancel("1")),
};

test.each(Object.entries(alike))(
  "a list is read between the first and the second of %s",
  async (_name, calls) => {
    const { log } = await play(calls);
    expect(log.slice(0, 4)).toEqual([calls[0], "list", calls[1], calls[2]]);
    expect(log.filter((each) => each !== "list")).toHaveLength(calls.length);
  },
);

test.each(Object.entries(alike))("of %s that each cost another order, few are sent", async (_name, calls) => {
  const { lost, refusals } = await play(calls, { loses: (request) => calls.includes(request) });
  // An order of another client that changes during a read is probably changed by that client: a second one is not.
  expect(lost).toBe(calls[0]!.method === "GET" ? 2 : 1);
  expect(refusals).toHaveLength(calls.length - lost);
  expect(refusals[0]).toMatch(/^order \d+ was not given and has changed since (?:GET|DELETE) .* are sent$/);
});

const mixed = Object.values(alike).flatMap((calls) => calls.slice(0, 4));

test.each(Object.entries(alike))("beside other calls, at most three of %s are sent", async (_name, calls) => {
  const culprits = mixed.filter((each) => calls.includes(each));
  const { lost } = await play(mixed, { loses: (request) => culprits.includes(request) });
  expect(lost).toBeGreaterThan(0);
  expect(lost).toBeLessThanOrEqual(3);
});

test("orders that change between two lists show other clients: then each call is sent", async () => {
  const { log, refusals } = await play(mixed, { isBusy: true });
  expect(refusals).toEqual([]);
  expect(log.filter((each) => each !== "list")).toHaveLength(mixed.length);
});

test("calls that cost orders only beside others are stopped after a second time", async () => {
  const { lost, refusals } = await play([...mixed, ...mixed], {
    loses: (_request, beside) => beside.length > 3,
  });
  expect(lost).toBeGreaterThan(0);
  expect(refusals.length).toBeGreaterThan(mixed.length / 2);
});

test("the first cancel without a valid key is under way beside no other cancel, and a list follows", async () => {
  const calls = [cancel("901", key), cancel("902"), cancel("903", key), cancel("904"), list()];
  const isCancel = ({ method }: OutgoingRequest) => method === "DELETE";
  const pairs = new Set<OutgoingRequest>();
  const loses = (request: OutgoingRequest, beside: readonly OutgoingRequest[]) => {
    const some = [request, ...beside].filter(isCancel);
    if (some.length > 1) for (const each of some) pairs.add(each);
    return false;
  };
  const { log } = await play(calls, { loses });
  expect(pairs).not.toContain(calls[1]);
  const later = log.slice(log.indexOf(calls[1]!) + 1).filter((each) => each === "list" || isCancel(each));
  expect(later[0]).toBe("list");
});

test("calls that are sent together do not wait for each other", async () => {
  const recorder = new Recorder("key");
  const { history } = recorder;
  const read = async () => {};
  const guard = new LossGuard({ given: () => history.given, history, readList: read, readLater: read });
  let waiting = 0;
  const all = Promise.withResolvers<void>();
  const transport = {
    async send(request: OutgoingRequest) {
      if (++waiting === 3) all.resolve();
      await all.promise;
      const now = performance.now();
      return { request, failure: "none", ms: 0, sentAt: now, endedAt: now } as Exchange;
    },
  };
  const gate = new Gate({ transport, baseUrl: "http://test/v1", apiKey: "key", guards: [guard] });
  const together = async () => {};
  await Promise.all([1, 2, 3].map(() => gate.send(cancel("1"), { together })));
  expect(waiting).toBe(3);
});
