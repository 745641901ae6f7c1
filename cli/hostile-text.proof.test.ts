import { expect, test, vi } from "vitest";
import { startRawServer } from "../conformance/testing/raw-server.ts";
import { fiveOrders, foreignKey, startForeign } from "../conformance/testing/verify.ts";
import { answerWith, expectHarmless, hostileTexts, hostileWithin, inHead } from "./testing/hostile-texts.ts";
import { runHere } from "./testing/run-here.ts";
import { fileIn } from "./testing/scratch-files.ts";

// Some hundred commands, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 });

/** Every way by which text comes from outside before a command ends, times every output. */

const key = { STORE_ORDERS_API_KEY: foreignKey };
const one = "--only=list-orders/status";

test("a server that returns no list, to each command that asks for one", async () => {
  for (const text of hostileWithin(400)) {
    const origin = await startRawServer((socket) =>
      socket.end(`HTTP/1.1 200 OK\r\nContent-Encoding: ${inHead(text)}\r\n\r\n[]`),
    );
    for (const line of [
      ["verify", `${origin}/v1`, "--plan"],
      ["fixtures", `--from=${origin}/v1`],
    ] as const) {
      const { stdout, stderr } = await runHere(line, key);
      expect(stdout + stderr).toContain("oding");
      expectHarmless({ stdout, stderr });
    }
  }
});

test("orders of a server stay unchanged as fixtures", async () => {
  const orders = hostileTexts.map((note, id) => ({ id, note, [note]: 1 }));
  const body = JSON.stringify(orders);
  const server = await startForeign({ list: () => body });
  const { stdout, stderr } = await runHere(["fixtures", `--from=${server.baseUrl}`, "--keep-extra"], key);
  expectHarmless({ stdout, stderr });
  expect(JSON.parse(stdout)).toEqual(orders.map((order) => ({ ...order, status: "pending" })));
});

test("files that cannot be used", async () => {
  for (const text of hostileWithin(40)) {
    const file = (json: object) => fileIn("input.json", JSON.stringify(json).replaceAll('"1e999"', "1e999"));
    for (const line of [
      ["mock", `--fixtures=${file([{ id: 1, status: text }])}`],
      ["mock", `--fixtures=${file([{ id: 1, [text]: "1e999" }])}`],
      ["mock", `--faults=${file([{ fault: text }])}`],
      ["mock", `--profile=${file({ [text]: text })}`],
      ["mock", `--config=${file({ [text]: { port: text } })}`],
      ["mock", `--${text}`],
      ["mock", `--broken=${text}`],
      ["verify", `--baseline=${file([{ id: text, [text]: text }])}`, "--only=list-orders/status"],
      ["verify", `--compare=${file({ observations: { [text]: text } })}`],
      ["verify", `--har=${file({ log: { entries: [{ request: { method: text, url: text } }] } })}`],
      ["fixtures", `--from=${text}`],
    ] as const) {
      const { code, stdout, stderr } = await runHere(line);
      expect([code, stdout], line.join(" ")).toEqual([2, ""]);
      expectHarmless({ stderr });
      expect(stderr.trimEnd()).not.toContain("\n");
    }
  }
});

test("modules, commands and provider states that fail, before a run and after it", async () => {
  for (const text of hostileWithin(200)) {
    const thrown = `throw new Error("no", { cause: new Error(${JSON.stringify(text)}) })`;
    const failing = fileIn("text", text);
    /** Answers by their order: a setup for each state, then the teardowns. */
    const states = (...fails: readonly number[]) => {
      let count = 0;
      return startRawServer((socket) => {
        const ids = count === 0 ? fiveOrders.pending : fiveOrders.shipped;
        const made = `HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n${JSON.stringify({ ids })}`;
        socket.end(fails.includes(count++) ? answerWith(text, 500) : made);
      });
    };
    const module = (pending: string, teardown: string) =>
      fileIn(
        "orders.mjs",
        `export function pendingOrders() { ${pending} } export const shippedOrders = () => [301];
         export function teardown() { ${teardown} }`,
      );
    for (const [code, arg] of [
      [2, `--provision=${fileIn("loaded.mjs", thrown)}`],
      [2, `--provision=${module(thrown, "")}`],
      [0, `--provision=${module(`return [${fiveOrders.pending}]`, thrown)}`],
      [2, `--orders-command=cat ${failing} >&2; exit 1`],
      [2, `--orders-command=cat ${failing}`],
      [2, `--provider-states-url=${await states(0)}`],
      [0, `--provider-states-url=${await states(2, 3)}`],
    ] as const) {
      const server = await startForeign({ ...fiveOrders, key: foreignKey });
      const { stdout, stderr, ...ended } = await runHere(["verify", server.baseUrl, one, arg], key);
      expect([ended.code, stderr !== ""], `${arg}\n${stderr}`).toEqual([code, true]);
      expectHarmless({ stdout, stderr });
    }
  }
});
