import { expect, test } from "vitest";
import { NotKept } from "../core/order-storage.ts";
import { FaultPlayer } from "../faults/fault-player.ts";
import { createMock } from "../mock.ts";
import { readMockOptions, startFrom } from "../mock-options.ts";
import { askMock, errorAnswer } from "../testing/call-mock.ts";
import type { SharedStorage } from "../worlds/sharing.ts";
import { Worlds } from "../worlds/worlds.ts";

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

test("the seconds of a rule of the start run on in a copy of its state", () => {
  let time = 1000;
  const create = () => new FaultPlayer([{ fault: "hang", seconds: 5 }], 1, () => time);
  const saved = create().save();
  time = 3000;
  const copy = create();
  copy.load(saved!);
  expect(copy.rules()).toMatchObject([{ secondsLeft: 3 }]);
});
