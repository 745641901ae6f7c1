import { expect, test } from "vitest";
import { NotKept } from "../core/order-storage.ts";
import { FaultPlayer } from "../faults/fault-player.ts";
import type { MockRequest } from "../http/reply.ts";
import { createMock } from "../mock.ts";
import { readMockOptions, startFrom } from "../mock-options.ts";
import { askMock, errorAnswer } from "../testing/call-mock.ts";
import type { SharedStorage } from "../worlds/sharing.ts";
import { createOrderBase, Worlds } from "../worlds/worlds.ts";
import { type Answer, type Exchange, SharedWorld } from "./redis/shared-world.ts";
import { formatParts } from "./redis/texts.ts";

/** A shared state in which each request fails. */
function failingMock(failure: Error) {
  const stateStorage = {
    start: startFrom(readMockOptions({ orders: 3 })),
    now: () => 0,
    isReady: true,
    createWorlds: (options) => new Worlds({ ...options, storage: undefined }),
    answer: () => Promise.reject(failure),
  } as Partial<SharedStorage> as SharedStorage;
  return createMock({ stateStorage });
}

const unreachable = new NotKept("Cannot be reached.", "state_unreachable");
const damaged = new NotKept("A value is damaged.");
const full = new NotKept("There are too many worlds.", "too_many_worlds");
const alive = { status: 200, json: { world: "default", orders: 3n, ready: false } };

test.each([
  ["", unreachable, alive],
  ["?world=ann", unreachable, alive],
  ["?ready", unreachable, errorAnswer(503, "state_unreachable")],
  ["", damaged, alive],
  ["?ready", damaged, errorAnswer(503, "not_kept")],
  ["?world=ann", damaged, errorAnswer(503, "not_kept")],
  ["?world=ann", full, errorAnswer(503, "too_many_worlds")],
  ["", new TypeError("of the mock"), errorAnswer(500, "mock_fault")],
])("health%s, where the state fails with: %s", async (query, failure, answer) => {
  expect(await askMock(failingMock(failure), `GET /_mock/health${query}`)).toMatchObject(answer);
});

test("a request without headers, from code without types, is answered with an Error", async () => {
  const request = { method: "GET", target: "/v1/store/orders" } as MockRequest;
  expect(await failingMock(unreachable).answer!(request)).toMatchObject({ status: 500 });
});

test("the seconds of a rule of the start run on in a copy of its state", () => {
  let time = 1000;
  const create = () => new FaultPlayer([{ fault: "hang", seconds: 5 }], 1, () => time);
  const saved = create().save();
  time = 3000;
  const copy = create();
  copy.load(saved!);
  expect(copy.rules()).toMatchObject([{ secondsLeft: 3 }]);
});

test("a copy starts from the orders that its world had in Redis, although others have replaced them meanwhile", async () => {
  const start = startFrom(readMockOptions({ orders: 3 }));
  const options = { start, now: () => 0, shownKey: "", secrets: [], maxWorlds: 9, journalLength: 0 };
  const worlds = new Worlds({ ...options, storage: undefined });
  const [next, later] = [createOrderBase({ seed: 2, count: 9 }), createOrderBase({ seed: 3, count: 5 })];
  worlds.next = next;
  const fields = new Map([["parts", formatParts(worlds.make("ben"), worlds)]]);
  worlds.next = later;
  const found: Answer = {
    outcome: "changed",
    time: 0,
    version: "1",
    generation: "1",
    last: 0,
    fields,
    more: [],
    next,
  };
  const exchange: Exchange = async ({ version }) =>
    version === "" ? found : { outcome: "done", time: 0, version };
  const copy = new SharedWorld("anna", worlds, exchange);
  const list = () => worlds.find("anna")!.list();
  expect((await copy.answer({ world: "anna", isCall: true }, list, Infinity)).orders).toBe(9);
});
