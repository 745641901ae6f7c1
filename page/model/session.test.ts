import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PageControl } from "./page-control.ts";
import { createSession } from "./session.ts";

let page: EventTarget & { hidden: boolean };
beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal("document", page);
  vi.stubGlobal("location", { href: "http://mock.test/" });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function show(isShown: boolean): void {
  page.hidden = !isShown;
  page.dispatchEvent(new Event("visibilitychange"));
}

/** A session with a mock that counts who follows it, and can end that or refuse it. */
function followMock() {
  const mock = {
    followers: 0,
    seed: 1,
    say: (_event: unknown) => {},
    end: () => {},
    refusal: undefined as number | undefined,
  };
  const control = {
    health: () => ({ world: "default", orders: 1, seed: mock.seed }),
    acceptsKey: () => true,
    async onEvent(listener: (event: unknown) => void, onEnd: () => void) {
      if (mock.refusal !== undefined) throw Object.assign(new Error("no"), { status: mock.refusal });
      mock.followers++;
      mock.say = listener;
      mock.end = onEnd;
      return () => {
        mock.followers--;
      };
    },
  } as unknown as PageControl;
  const session = createSession({
    openControl: () => control,
    baseUrl: "/v1",
    world: "default",
    token: undefined,
    apiKey: "mock-key",
  });
  let readings = 0;
  session.onFresh(() => readings++);
  return { mock, session, readings: () => readings };
}

test("a page that is hidden for 20 seconds closes its connection, and follows again when it is shown", async () => {
  const { mock, session, readings } = followMock();
  await vi.advanceTimersByTimeAsync(0);
  expect([mock.followers, session.connection.value]).toEqual([1, "live"]);
  show(false);
  await vi.advanceTimersByTimeAsync(15_000);
  show(true);
  await vi.advanceTimersByTimeAsync(30_000);
  expect([mock.followers, readings()]).toEqual([1, 1]);
  show(false);
  await vi.advanceTimersByTimeAsync(20_000);
  expect([mock.followers, session.connection.value]).toEqual([0, "connecting"]);
  show(true);
  await vi.advanceTimersByTimeAsync(0);
  expect([mock.followers, session.connection.value, readings()]).toEqual([1, "live", 2]);
  session.stop();
  await vi.advanceTimersByTimeAsync(0);
  show(false);
  show(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(mock.followers).toBe(0);
});

test("the page asks for a mock that is gone until it is back, for one without a control plane less often, and never once it is closed", async () => {
  const { mock, session } = followMock();
  await vi.advanceTimersByTimeAsync(0);
  mock.refusal = 500;
  mock.end();
  await vi.advanceTimersByTimeAsync(0);
  expect([mock.followers, session.connection.value]).toEqual([0, "lost"]);
  mock.refusal = undefined;
  await vi.advanceTimersByTimeAsync(400);
  expect([mock.followers, session.connection.value]).toEqual([1, "live"]);
  mock.refusal = 404;
  mock.end();
  await vi.advanceTimersByTimeAsync(400);
  expect(session.connection.value).toBe("off");
  mock.refusal = undefined;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(session.connection.value).toBe("live");
  mock.refusal = 403;
  mock.end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([mock.followers, session.connection.value]).toEqual([0, "closed"]);
  session.stop();
});

test("after a reset the page knows the seed that the world has now", async () => {
  const { mock, session } = followMock();
  await vi.advanceTimersByTimeAsync(0);
  mock.seed = 7;
  mock.say({ event: "reset", world: "default" });
  await vi.advanceTimersByTimeAsync(0);
  expect(session.health.value?.seed).toBe(7);
  session.stop();
});
