import { describe, expect, onTestFinished, test, vi } from "vitest";
import { isJson } from "../../base/testing/json-texts.ts";
import type { FaultName, FaultRule } from "../faults/fault-rule.ts";
import type { Mock } from "../mock.ts";
import { type AdapterName, adapterNames, adapters } from "../testing/adapters.ts";
import { watchListeners } from "../testing/watch-listeners.ts";

const authorization = "Bearer mock-key";
const list = "GET /v1/store/orders";
const cancel = "DELETE /v1/store/orders/204";

/** The result of a call, in a few words. */
async function outcomeOf(call: Promise<Response>): Promise<string> {
  let received = 0;
  try {
    const { status, body } = await call;
    let text = "";
    try {
      for await (const piece of body ?? []) {
        received += piece.length;
        text += Buffer.from(piece).toString("latin1");
      }
    } catch {
      return `${status}, lost ${received > 0 ? "in" : "before"} the body`;
    }
    return `${status}${text === "" || isJson(text) ? "" : ", no JSON"}`;
  } catch (error) {
    if (/^(?:Abort|Timeout)Error$/.test((error as Error).name)) return "given up";
    return error instanceof TypeError ? "no connection" : String(error);
  }
}

async function open(name: AdapterName) {
  const adapter = await adapters[name]({ fixtures: "magic" });
  onTestFinished(() => adapter[Symbol.asyncDispose]());
  /** @param line as in `GET /v1/store/orders` */
  const send = (line: string, { headers, ...init }: RequestInit = {}) => {
    const [method = "", target = ""] = line.split(" ");
    return outcomeOf(adapter.fetch(target, { method, headers: { authorization, ...headers }, ...init }));
  };
  return { ...adapter, send };
}

/** The results of a list and of a cancel, and the order's status after it. */
const expected = {
  delay: [{ fault: "delay", ms: 30 }, "200", "204", "cancelled"],
  status: [{ fault: "status", status: 503 }, "503", "503", "pending"],
  sequence: [{ fault: "sequence", steps: [503, 204] }, "503", "204", "cancelled"],
  "reset-before": [{ fault: "reset-before" }, "no connection", "no connection", "pending"],
  "reset-after": [{ fault: "reset-after" }, "no connection", "no connection", "cancelled"],
  "cut-body": [{ fault: "cut-body" }, "200, lost in the body", "no connection", "cancelled"],
  "broken-json": [{ fault: "broken-json" }, "200, no JSON", "204", "cancelled"],
  hang: [{ fault: "hang" }, "given up", "given up", "pending"],
  "stale-list": [{ fault: "stale-list", reads: 1 }, "200", "204", "cancelled"],
  "ship-first": [{ fault: "ship-first" }, "200", "409", "shipped"],
} as const satisfies Record<FaultName, readonly [FaultRule, list: string, cancel: string, order: string]>;

/** Resolves when the mock has worked on its next request. */
const nextExchange = (mock: Mock) =>
  new Promise<void>((resolve) => {
    mock.control.onEvent(({ event }) => event === "exchange" && resolve());
  });

describe.each(adapterNames.filter((name) => name !== "the function"))("through %s", (name) => {
  test.each(Object.entries(expected))(
    "%s has exactly its documented effect",
    async (fault, [rule, ...outcomes]) => {
      const { mock, send } = await open(name);
      mock.control.setFaults([rule]);
      for (const [index, line] of [list, cancel].entries()) {
        const patience = new AbortController();
        const worked = nextExchange(mock);
        const sent = send(line, { signal: patience.signal });
        await worked;
        if (fault === "hang") {
          // A whole other call, in a world without faults, is done before the hanging one is given up.
          mock.control.world("calm").setFaults([]);
          expect(await send(list, { headers: { authorization: `${authorization}~calm` } })).toBe("200");
          patience.abort();
        }
        expect(`${line}: ${await sent}`).toBe(`${line}: ${outcomes[index]}`);
      }
      expect(mock.control.order(204n).status).toBe(outcomes[2]);
      mock.control.setFaults([]);
      expect(await send(list)).toBe("200");
      expect(await send("DELETE /v1/store/orders/2")).toBe("204");
    },
  );

  test("a delayed cancel has happened before its answer comes", async () => {
    const { mock, send } = await open(name);
    mock.control.setFaults([{ fault: "delay", ms: 600_000 }]);
    const patience = new AbortController();
    const worked = nextExchange(mock);
    const sent = send(cancel, { signal: patience.signal });
    await worked;
    expect(mock.control.order(204n).status).toBe("cancelled");
    patience.abort();
    expect(await sent).toBe("given up");
  });

  test("events arrive as they happen, until the reader leaves", async () => {
    const { mock, fetch, send } = await open(name);
    const listeners = watchListeners(mock);
    const abort = new AbortController();
    const headers = { host: "localhost" };
    const { body } = await fetch("/_mock/events", { signal: abort.signal, headers });
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
    const seen = async (event: string) => {
      let text = "";
      while (!text.includes(`event: ${event}\n`)) text += (await reader.read()).value;
      return text;
    };
    const orders = seen("orders");
    mock.control.ship(204n);
    await orders;
    const exchange = seen("exchange");
    await send(list);
    expect(await exchange).toContain("/v1/store/orders");
    abort.abort();
    // A Response in hand is not tied to its request's signal.
    if (name === "mock.fetch") await reader.cancel();
    else await expect(reader.read()).rejects.toThrow(/abort/);
    await vi.waitFor(() => expect(listeners()).toBe(0));
    mock.control.ship(1n);
  });
});
