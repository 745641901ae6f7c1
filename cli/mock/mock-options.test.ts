import { describe, expect, test } from "vitest";
import { withOutcome } from "../../conformance/testing/verify.ts";
import { brokenServers } from "../../selftest/broken/broken-servers.ts";
import { wrongWireServers } from "../../selftest/sockets/wrong-wire.ts";
import { refuseFor } from "../options.ts";
import { printHere } from "../testing/run-here.ts";
import { fileIn } from "../testing/scratch-files.ts";
import { startMock } from "../testing/start-mock.ts";
import { verifyHere } from "../testing/verify-here.ts";
import { parseLatency } from "./mock-options.ts";

/** Options for delays, faults, shipping and mistakes: each has its effect, and its row in the banner. */

test("a latency is a number of milliseconds or a range of them", () => {
  const parse = (text: string) => parseLatency(text, refuseFor("--latency"));
  for (const [text, ms] of [
    ["0", 0],
    ["600000", 600_000],
    ["100-500", [100, 500]],
    ["7-7", [7, 7]],
  ] as const)
    expect(parse(text)).toEqual({ name: "latency", fault: "delay", ms });
  for (const text of ["400-100", "fast", "-5", "1.5", "100-", "-", "1-2-3", "300ms", " 300", "600001"])
    expect(() => parse(text), text).toThrow(/^Cannot use --latency: it must be milliseconds/);
});

test("--latency delays every answer of the API", async () => {
  const { banner, send } = await startMock(["--latency", "150-160"]);
  expect(banner).toContain("  Latency   150-160 ms\n");
  expect((await send("GET")).status).toBe(200);
  const { baseUrl } = await startMock(["--latency", "60000"]);
  const init = { headers: { authorization: "Bearer mock-key" }, signal: AbortSignal.timeout(200) };
  await expect(fetch(`${baseUrl}/store/orders`, init)).rejects.toMatchObject({ name: "TimeoutError" });
});

test("--faults plays the rules of a file", async () => {
  const file = fileIn("faults.json", '[{"fault":"status","status":503,"operation":"listOrders","times":1}]');
  const { banner, send } = await startMock(["--faults", file]);
  expect(banner).toContain(`  Faults    from ${file}\n`);
  expect([(await send("GET")).status, (await send("GET")).status]).toEqual([503, 200]);
});

test("--ship-after ships pending orders, whose cancel is then a 409", async () => {
  const { banner, list, cancel } = await startMock(["--ship-after", "0.2", "--profile", "talkative"]);
  expect(banner).toContain("  Shipping  pending orders ship after 0.2 s\n");
  const shipped = expect.objectContaining({ id: 1003, status: "shipped" });
  await expect.poll(async () => JSON.parse(await list())).toContainEqual(shipped);
  expect(await cancel(1003)).toBe(409);
});

test("--journal limits the number of requests that are kept", async () => {
  const { list, control } = await startMock(["--journal", "2"]);
  for (let turn = 0; turn < 4; turn++) await list();
  expect(await (await fetch(`${control}/journal`)).json()).toHaveLength(2);
});

test("the banner shows a world of one's own, which its key opens", async () => {
  const { banner, cancel } = await startMock();
  const [, key] = /World +(\S+) opens one of its own\n/.exec(banner)!;
  expect([await cancel(1001, key), await cancel(1001)]).toEqual([204, 204]);
});

describe("--broken", () => {
  test.each([
    brokenServers.find(({ caughtBy }) => caughtBy.includes("cancel-order/shipped"))!,
    ...wrongWireServers.filter(({ id }) => /^wire-(?:204-with-body|open-to-an-address)$/.test(id)),
  ])("serves a mistake that verify finds: $id", async ({ id, description, caughtBy }) => {
    const { banner, baseUrl, control } = await startMock(["--broken", id]);
    expect(banner).toContain(`WRONG ON PURPOSE (${id})\n  ${description}\n`);
    expect(await (await fetch(`${control}/health`)).json()).toMatchObject({ broken: { id } });
    const only = caughtBy.map((requirement) => `--only=${requirement}`);
    const { code, report } = await verifyHere([baseUrl, "--api-key=mock-key", ...only]);
    expect(withOutcome(report, "failed", "warned")).toEqual(expect.arrayContaining([...caughtBy]));
    expect(code).toBe(1);
  });

  test("is named on stderr where there is no banner", async () => {
    const { mock, banner } = await startMock(["--log=json", "--broken=wire-204-twice"]);
    expect(banner).toMatch(/"broken":"wire-204-twice"}\n/);
    await mock.warned(/^store-orders: This mock is wrong on purpose, as wire-204-twice: Another 204 follows/);
  });

  test("list names every mistake with its description, in groups", async () => {
    const groups = (await printHere(["mock", "--broken", "list"])).trimEnd().split("\n\n");
    const named = groups.flatMap((text) => {
      const [title, ...lines] = text.split("\n");
      expect(title).toMatch(/^[A-Z][^:]+$/);
      expect(lines.length).toBeGreaterThan(3);
      return lines.map((line) => /^ {2}(\S+) {2,}(\S.+\.)$/.exec(line)?.slice(1));
    });
    const all = [...brokenServers, ...wrongWireServers];
    expect(named).toEqual(all.map(({ id, description }) => [id, description]));
  });
});
