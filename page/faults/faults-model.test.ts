import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createNotices } from "../model/notices.ts";
import type { FaultRule, PageControl } from "../model/page-control.ts";
import type { Session } from "../model/session.ts";
import { createFaultsModel } from "./faults-model.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const rule: FaultRule = { fault: "status", status: 409, operation: "cancelOrder" };

/** A mock that answers a change of its faults when the test calls `answer`. */
function createSlowSession() {
  let standing: readonly FaultRule[] = [];
  const answers: (() => void)[] = [];
  const control = {
    faults: () => standing,
    setFaults: (rules: readonly FaultRule[]) =>
      new Promise((resolve) => {
        standing = rules;
        answers.push(() => resolve(rules));
      }),
  } as unknown as PageControl;
  const ask = async (question: (asked: PageControl) => unknown) => question(control);
  const session = { control: () => control, ask, onFresh() {}, onEvent() {} } as unknown as Session;
  const useUp = () => {
    standing = [];
  };
  return { session, standing: () => standing, answer: () => answers.shift()?.(), useUp };
}

test.each([0, 100])(
  "a fault that is turned off while the answer to its start is under way stays off: %i ms later",
  async (ms) => {
    const { session, standing, answer } = createSlowSession();
    const model = createFaultsModel(session, createNotices());
    model.add(rule);
    await vi.advanceTimersByTimeAsync(ms);
    model.turnAllOff();
    answer();
    await vi.advanceTimersByTimeAsync(1000);
    answer();
    await vi.advanceTimersByTimeAsync(1000);
    expect(model.rules.value).toEqual([]);
    expect(standing()).toEqual([]);
  },
);

test("a fault that was used up meanwhile does not come back with the next one", async () => {
  const { session, standing, answer, useUp } = createSlowSession();
  const model = createFaultsModel(session, createNotices());
  await model.add({ ...rule, times: 1 });
  await vi.advanceTimersByTimeAsync(100);
  answer();
  await vi.advanceTimersByTimeAsync(100);
  useUp();
  await model.add({ ...rule, status: 500 });
  await vi.advanceTimersByTimeAsync(100);
  expect(standing()).toEqual([{ ...rule, status: 500 }]);
});

test("changes in quick succession are sent one after the other, and the last one stays", async () => {
  const { session, standing, answer } = createSlowSession();
  const model = createFaultsModel(session, createNotices());
  model.turn("reset-before", true);
  model.turn("hang", true);
  for (let sent = 0; sent < 2; sent++) {
    await vi.advanceTimersByTimeAsync(100);
    answer();
  }
  await vi.advanceTimersByTimeAsync(100);
  const names = (rules: readonly FaultRule[]) => rules.map(({ fault }) => fault);
  expect(names(standing())).toEqual(["reset-before", "hang"]);
  expect(names(model.rules.value)).toEqual(["reset-before", "hang"]);
});

test("two faults that are added at once both stay, the last one first", async () => {
  const { session, standing, answer } = createSlowSession();
  const model = createFaultsModel(session, createNotices());
  model.add(rule);
  model.add({ ...rule, status: 500 });
  for (let sent = 0; sent < 2; sent++) {
    await vi.advanceTimersByTimeAsync(100);
    answer();
  }
  await vi.advanceTimersByTimeAsync(100);
  expect(standing()).toEqual([{ ...rule, status: 500 }, rule]);
});
