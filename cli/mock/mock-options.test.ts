import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createScratchFolder } from "../../mocks/testing/scratch-folder.ts";
import { brokenServers } from "../../selftest/broken/broken-servers.ts";
import { wrongWireServers } from "../../selftest/sockets/wrong-wire.ts";
import { answerOf, printHere, refusalOf, startMockHere } from "../testing/start-cli.ts";

vi.setConfig({ testTimeout: 60_000 });

/** The options that make a mock slow, unreliable, lively or wrong: each has its effect, and its row in the banner. */

const headers = { authorization: "Bearer mock-key" };

async function startMock(...args: string[]) {
  const mock = startMockHere(["--port=0", ...args]);
  onTestFinished(() => mock[Symbol.asyncDispose]());
  const [banner] = await mock.printed(/.*Ctrl-C stops it\..*\n\n$/s);
  const [, baseUrl = ""] = /Base URL +(\S+)/.exec(banner)!;
  return {
    mock,
    banner,
    baseUrl,
    list: `${baseUrl}/store/orders`,
    control: baseUrl.replace("/v1", "/_mock"),
  };
}

test("--latency delays every answer of the API", async () => {
  const { banner, list } = await startMock("--latency", "150-160");
  expect(banner).toContain("  Latency   150-160 ms\n");
  expect((await fetch(list, { headers })).status).toBe(200);
  const slow = await startMock("--latency", "60000");
  const signal = AbortSignal.timeout(200);
  await expect(fetch(slow.list, { headers, signal })).rejects.toMatchObject({ name: "TimeoutError" });
});

test("--faults plays the rules of a file", async () => {
  const file = join(createScratchFolder(), "faults.json");
  writeFileSync(file, '[{"fault":"status","status":503,"operation":"listOrders","times":1}]');
  const { banner, list } = await startMock("--faults", file);
  expect(banner).toContain(`  Faults    from ${file}\n`);
  expect((await fetch(list, { headers })).status).toBe(503);
  expect((await fetch(list, { headers })).status).toBe(200);
});

test("--ship-after ships pending orders, whose cancel is then a 409", async () => {
  const { banner, list } = await startMock("--ship-after", "0.2", "--profile", "talkative");
  expect(banner).toContain("  Shipping  pending orders ship after 0.2 s\n");
  const stateOf = async (wanted: number) => {
    const orders: { id: number; status: string }[] = await (await fetch(list, { headers })).json();
    return orders.find(({ id }) => id === wanted)?.status;
  };
  await expect.poll(() => stateOf(1003), { timeout: 10_000 }).toBe("shipped");
  expect((await fetch(`${list}/1003`, { method: "DELETE", headers })).status).toBe(409);
});

test("--journal bounds what is remembered", async () => {
  const { list, control } = await startMock("--journal", "2");
  for (let turn = 0; turn < 4; turn++) await fetch(list, { headers });
  expect(await (await fetch(`${control}/journal`)).json()).toHaveLength(2);
});

test("the banner shows a world of one's own, which its key opens", async () => {
  const { banner, list } = await startMock();
  const [, key = ""] = /World +(\S+) opens one of its own\n/.exec(banner)!;
  const own = { authorization: `Bearer ${key}` };
  expect((await fetch(`${list}/1001`, { method: "DELETE", headers: own })).status).toBe(204);
  expect((await fetch(`${list}/1001`, { method: "DELETE", headers })).status).toBe(204);
});

describe("--broken", () => {
  test.each([
    [
      "effects of one in process",
      brokenServers.find(({ caughtBy }) => caughtBy.includes("cancel-order/shipped"))!,
    ],
    ["bytes on a socket", wrongWireServers.find(({ id }) => id === "wire-204-with-body")!],
    ["paths beside the base", wrongWireServers.find(({ id }) => id === "wire-open-to-no-version")!],
    ["whole addresses", wrongWireServers.find(({ id }) => id === "wire-open-to-an-address")!],
  ])("serves what verify finds: %s", async (_name, { id, description, caughtBy }) => {
    const { banner, baseUrl } = await startMock("--broken", id);
    expect(banner).toContain(`WRONG ON PURPOSE (${id})\n  ${description}\n`);
    const only = caughtBy.flatMap((requirement) => ["--only", requirement]);
    const { code, stdout } = await answerOf([
      "verify",
      baseUrl,
      "--api-key=mock-key",
      "--reporter=json",
      ...only,
    ]);
    const { results } = JSON.parse(stdout) as { results: { id: string; outcome: string }[] };
    const found = results.filter(({ outcome }) => outcome === "failed" || outcome === "warned");
    expect(found.map((result) => result.id)).toEqual(expect.arrayContaining([...caughtBy]));
    expect(code).toBe(1);
  });

  test("says so on stderr where there is no banner", async () => {
    await using mock = startMockHere(["--port=0", "--log=json", "--broken=wire-204-twice"]);
    await mock.printed(/"broken":"wire-204-twice"}\n/);
    await mock.warned(
      /^store-orders: This mock is wrong on purpose, as wire-204-twice: Another 204 follows the 204\.\n$/,
    );
  });

  test("list names every way to be wrong, with its description", async () => {
    const lines = (await printHere(["mock", "--broken", "list"])).trimEnd().split("\n");
    expect(lines).toHaveLength(brokenServers.length + wrongWireServers.length);
    expect(lines.at(-1)).toMatch(
      /^wire-key-remembered {2,}On a connection that was used nobody needs a key\.$/,
    );
  });
});

test("a taken port is refused with the next free one, which is free", async () => {
  const holder = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void holder.close());
  await once(holder, "listening");
  const { port } = holder.address() as AddressInfo;
  const [, next] =
    /^Cannot listen on 127\.0\.0\.1:\d+: the port is taken\. Stop the other program, or use --port (\d+), which is free\.$/.exec(
      await refusalOf(["mock", `--port=${port}`]),
    )!;
  expect(Number(next)).toBeGreaterThan(port);
  await using mock = startMockHere([`--port=${next}`, "--log=json"]);
  await mock.printed(new RegExp(`"port":${next},`));
});

describe("an option is refused for", () => {
  test.each<[string, string, string]>([
    ["a latency that is none", "--latency=fast", "Cannot use --latency: "],
    ["a latency that runs backwards", "--latency=5-1", "Cannot use --latency: "],
    ["shipping at once", "--ship-after=0", "Cannot use --ship-after: it must be seconds above 0"],
    [
      "shipping after words",
      "--ship-after=1h",
      '--ship-after: it must be seconds above 0 and up to 1000000, as in 30 or 0.5, got "1h"',
    ],
    ["a negative journal", "--journal=-1", "Cannot use --journal: "],
    [
      "faults that are not there",
      "--faults=nowhere.json",
      "Cannot read faults nowhere.json: there is no such file.",
    ],
    ["faults that are no JSON", "--faults=FOLDER/cut.json", "cut.json: line 1, column 2 is not JSON"],
    ["a fault nobody knows", "--faults=FOLDER/odd.json", "odd.json: faults[0].fault"],
    ["a mistyped way to be wrong", "--broken=wire-204-twic", "Did you mean wire-204-twice?"],
    ["an unknown way to be wrong", "--broken=chunked-answer", "--broken list prints them all."],
  ])("%s", async (_name, option, fragment) => {
    const folder = createScratchFolder();
    writeFileSync(join(folder, "cut.json"), "[");
    writeFileSync(join(folder, "odd.json"), '[{"fault":"flood"}]');
    const refusal = await refusalOf(["mock", "--port=0", option.replace("FOLDER", folder)]);
    expect(refusal).toContain(fragment);
  });
});
