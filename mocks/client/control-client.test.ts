import { readFile } from "node:fs/promises";
import { describe, expect, test, vi } from "vitest";
import { BadInput } from "../../base/bad-input.ts";
import { ControlError } from "../../spec/control-protocol.ts";
import { startMockServer } from "../adapters/server/mock-server.ts";
import type { MockOptions } from "../mock-options.ts";
import { nextUncaught } from "../testing/next-uncaught.ts";
import { type ControlClient, createControlClient } from "./control-client.ts";
import { controlSteps, type Step } from "./testing/control-steps.ts";

/** A clock that does not move, so that both sides show the same times. */
const options: MockOptions = { fixtures: "large-ids", now: () => 1_700_000_000_000 };
/** The result of a step, or its refusal. */
async function outcomeOf(step: Step, control: ControlClient): Promise<unknown> {
  try {
    return { given: await step(control) };
  } catch (error) {
    return { refused: (error as Error).message };
  }
}

async function play(baseUrl: string, control: ControlClient): Promise<unknown[]> {
  const outcomes: unknown[] = [];
  for (const [method, steps] of Object.entries(controlSteps)) {
    for (const step of steps) {
      const state: Step[] = [(each) => each.snapshot(), (each) => each.faults(), (each) => each.worlds()];
      for (const one of [step, ...state]) outcomes.push([method, await outcomeOf(one, control)]);
    }
    // Traffic for the journals; they keep what is the same on both sides only.
    await fetch(`${baseUrl}/store/orders/1`, {
      method: "DELETE",
      headers: { authorization: "Bearer mock-key" },
    });
  }
  return outcomes;
}

/** The ports, and what fetch says of the connection, are all that may differ. */
const plain = (value: unknown, port: number) =>
  JSON.parse(
    JSON.stringify(value, (name, member) =>
      typeof member === "bigint" ? `${member}n` : name === "tookMs" ? typeof member : member,
    ).replaceAll(`127.0.0.1:${port}`, "HOST"),
  );

describe("a control client", () => {
  test("returns the same as the control in process, method by method", async () => {
    await using here = await startMockServer(options);
    await using there = await startMockServer(options);
    const client = createControlClient({ baseUrl: there.baseUrl });
    const inProcess = await play(here.baseUrl, here.mock.control as unknown as ControlClient);
    const overHttp = await play(there.baseUrl, client);
    expect(plain(overHttp, there.port)).toEqual(plain(inProcess, here.port));
    expect(Object.keys(client).sort()).toEqual(Object.keys(here.mock.control).sort());
    expect(JSON.stringify(plain(inProcess, 0)).match(/"refused"/g)!.length).toBeGreaterThanOrEqual(8);
  });

  test("rejects with the mock's own message, its status and its code", async () => {
    await using server = await startMockServer({ fixtures: "magic" });
    const client = createControlClient({ origin: `http://127.0.0.1:${server.port}` });
    const refused = client.ship(404n).catch((error) => error);
    expect(await refused).toBeInstanceOf(ControlError);
    expect(await refused).toMatchObject({
      status: 404,
      code: "order_not_found",
      message: "Cannot ship order 404: there is no such order.",
    });
    const world = client.world("a/b");
    await expect(world.health()).rejects.toMatchObject({ status: 400, code: "bad_request" });
    expect(() => server.mock.control.world("a/b")).toThrow(BadInput);
    // The number is that of another order.
    for (const call of [client.order, client.remove, client.ship, (id: number) => client.put({ id })])
      await expect(call(2 ** 60)).rejects.toThrow("a number is exact up to 2^53 only");
    for (const source of [null, 5] as never[])
      for (const call of [client.reset, client.resetAll])
        await expect(call(source)).rejects.toThrow(
          `Cannot use the source: it must be an object, got ${source}.`,
        );
    await expect(client.put(null as never)).rejects.toThrow(/^Cannot put order "undefined": an order id is/);
  });

  test("sends the token where there is one", async () => {
    await using server = await startMockServer({ controlToken: "s3cret" });
    const { baseUrl } = server;
    const denied = createControlClient({ baseUrl, token: "wrong" });
    await expect(denied.reset()).rejects.toMatchObject({ status: 403, code: "control_refused" });
    await expect(denied.onEvent(() => {})).rejects.toMatchObject({ status: 403 });
    const client = createControlClient({ baseUrl, token: "s3cret", world: "ann" });
    expect(await client.health()).toMatchObject({ world: "ann" });
    expect(await client.world("bob").health()).toMatchObject({ world: "bob" });
  });

  test("says which address to use when no server answers, or another server does", async () => {
    const gone = await startMockServer();
    await gone.close();
    const client = createControlClient({ baseUrl: gone.baseUrl });
    await expect(client.health()).rejects.toThrow(`Cannot reach the mock at http://127.0.0.1:${gone.port}.`);
    const other = createControlClient({
      origin: "http://shop.test",
      fetch: async () => new Response("<h1>Not found</h1>", { status: 404 }),
    });
    await expect(other.health()).rejects.toMatchObject({ code: "not_the_mock", status: 404 });
  });

  test.each([
    [
      { baseURL: "http://a.test/v1" },
      "Cannot use baseURL: there is no such member in the options of a control client. Did you mean baseUrl?",
    ],
    [{ baseUrl: undefined }, "give the address of the mock, as origin or as baseUrl"],
    [{ baseUrl: "http://a.test/v1", origin: "http://b.test" }, "give the address of the mock"],
  ])("the options %j are refused", (given, words) => {
    const create = () => createControlClient(given as never);
    expect(create).toThrow(BadInput);
    expect(create).toThrow(words);
  });

  test("a listener that throws at an event gets the next event", async () => {
    await using server = await startMockServer();
    const client = createControlClient({ baseUrl: server.baseUrl });
    const uncaught = nextUncaught();
    const heard = vi.fn().mockImplementationOnce(() => {
      throw new Error("of the listener");
    });
    await client.onEvent(heard);
    await client.reset();
    await client.reset();
    expect(await uncaught).toMatchObject({ message: "of the listener" });
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2));
  });

  test("imports only types from the rest of the mock", async () => {
    const source = await readFile(new URL("control-client.ts", import.meta.url), "utf8");
    const imports = source.match(/^import .*"\.\.\/(?!\.).*$/gm)!;
    expect(imports.length).toBeGreaterThan(0);
    for (const line of imports) expect(line).toMatch(/^import type /);
  });
});
