import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createSeededChance } from "../../base/seeded-chance.ts";
import { foreignKey, startForeign } from "../../conformance/testing/verify.ts";
import { HarReader } from "../recordings/har-reader.ts";
import { runHere } from "../testing/run-here.ts";
import { pathOf } from "../testing/scratch-files.ts";
import { startCli } from "../testing/start-cli.ts";
import { startProxy } from "../testing/start-mock.ts";

const seed = Number(process.env.SEED ?? 1);
const rounds = Number(process.env.ROUNDS ?? 2);
const list = JSON.stringify(Array.from({ length: 200 }, (_, id) => ({ id, quantity: 1 })));
const entriesOf = (file: string) => JSON.parse(readFileSync(file, "utf8")).log.entries;

test(`a killed proxy leaves a valid HAR with every complete exchange (seed ${seed})`, async () => {
  const { baseUrl } = await startForeign({ list: () => list, key: "hidden-key" });
  const draw = createSeededChance(seed);
  for (let round = 0; round < rounds; round++) {
    const file = pathOf("traffic.har");
    await using proxy = startCli(["proxy", baseUrl, "--port=0", `--record=${file}`]);
    const [, address] = await proxy.warned(/Passing (http:\S+) through/);
    let answered = 0;
    let sent = 0;
    const until = 40 + Math.floor(draw() * 160);
    const client = async () => {
      for (;;) {
        sent++;
        const headers = { authorization: "Bearer hidden-key" };
        await (await fetch(`${address}/store/orders`, { headers })).text();
        if (++answered === until) proxy.kill("SIGKILL");
      }
    };
    await Promise.allSettled([client(), client(), client()]);
    await proxy.ended;
    const text = readFileSync(file, "utf8");
    // The system cuts a write off between two pages of memory: then the last entry has no end.
    const isCut = !text.endsWith("\n]}}\n");
    const entries = new HarReader().push(text).map((entry) => JSON.parse(entry!));
    if (!isCut) expect(JSON.parse(text).log.entries).toEqual(entries);
    // The last few of those that were answered may not have been written yet: one for each client.
    expect(entries.length).toBeGreaterThanOrEqual(until - 3 - Number(isCut));
    expect(entries.length).toBeLessThanOrEqual(sent);
    expect(text).not.toContain("hidden-key");
    expect(JSON.parse(entries[0].response.content.text)).toHaveLength(200);
  }
});

test("a stopped proxy has recorded all exchanges, with names in place of keys", async () => {
  const { baseUrl } = await startForeign({ list: () => list });
  const file = pathOf("traffic.har");
  const { proxy, address } = await startProxy(baseUrl, [`--record=${file}`]);
  for (const key of ["first-key", "second-key", "first-key"]) {
    const headers = { authorization: `Bearer ${key}`, cookie: "a=b" };
    await fetch(`${address}/store/orders?api_key=${key}`, { headers });
  }
  expect((await proxy.stop()).code).not.toBe(70);
  const text = readFileSync(file, "utf8");
  expect(text).not.toMatch(/first-key|second-key|a=b/);
  const [first, second, third] = text.match(/(?<=")Bearer \*\*\*[\da-f]{8}(?=")/g)!;
  expect([second !== first, third]).toEqual([true, first]);
  expect(entriesOf(file)[0].request.url).toBe(`${baseUrl}/store/orders?api_key=***`);
});

test("requests under way when the proxy is stopped are recorded as unanswered", async () => {
  const asked = Promise.withResolvers<void>();
  const { baseUrl } = await startForeign({
    interrupt() {
      asked.resolve();
      return true;
    },
  });
  const file = pathOf("traffic.har");
  const { proxy, address } = await startProxy(baseUrl, [`--record=${file}`]);
  const call = fetch(`${address}/store/orders`).catch(() => "broken off");
  await asked.promise;
  const { code, stderr } = await proxy.stop();
  expect(await call).toBe("broken off");
  expect([code, stderr]).toEqual([3, expect.stringMatching(/^Passing [^\n]+\n$/)]);
  expect(entriesOf(file)).toMatchObject([{ request: { method: "GET" }, response: { status: 0 } }]);
});

test("answers that repeat a key are judged by the recording, though it has a shorter text in place of the key", async () => {
  const { baseUrl } = await startForeign({ list: () => `[{"id":1,"note":"${foreignKey}"}]` });
  const file = pathOf("traffic.har");
  const { proxy, address } = await startProxy(baseUrl, [`--record=${file}`, "--reporter=json"]);
  await (
    await fetch(`${address}/store/orders`, { headers: { authorization: `Bearer ${foreignKey}` } })
  ).text();
  const live = JSON.parse((await proxy.stop()).stdout);
  const { stdout, stderr } = await runHere(["verify", `--har=${file}`, "--reporter=json"]);
  expect([stderr, JSON.parse(stdout).counts]).toEqual(["", live.counts]);
});
