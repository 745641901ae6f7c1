import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { createHarReader } from "../../base/har-reader.ts";
import { startCli } from "../testing/start-cli.ts";

vi.setConfig({ testTimeout: 60_000 });

async function startServer(): Promise<number> {
  const list = JSON.stringify(Array.from({ length: 200 }, (_, id) => ({ id, quantity: 1 })));
  const server = createServer((_request, response) => {
    response.setHeader("Content-Type", "application/json").end(list);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

function createFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "recording-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "traffic.har");
}

test("a proxy that is killed leaves a HAR that opens, with every exchange that was complete", async () => {
  const port = await startServer();
  for (let round = 0; round < 8; round++) {
    const file = createFile();
    await using proxy = startCli(["proxy", `http://127.0.0.1:${port}/v1`, "--port=0", `--record=${file}`]);
    const [, address] = await proxy.warned(/Passing (http:\S+) through/);
    let answered = 0;
    let sent = 0;
    const until = 40 + Math.floor(Math.random() * 160);
    const client = async () => {
      for (;;) {
        sent++;
        const answer = await fetch(`${address}/store/orders`, {
          headers: { authorization: "Bearer hidden-key" },
        });
        await answer.text();
        if (++answered === until) proxy.kill("SIGKILL");
      }
    };
    await Promise.allSettled([client(), client(), client()]);
    await proxy.ended;
    const text = readFileSync(file, "utf8");
    // The system cuts a write off between two pages of memory: then the last entry has no end.
    const isCut = !text.endsWith("\n]}}\n");
    const entries = createHarReader()
      .push(text)
      .map((entry) => JSON.parse(entry!));
    if (!isCut) expect(JSON.parse(text).log.entries).toEqual(entries);
    // The last few of those that were answered may not have been written yet: one for each client.
    expect(entries.length).toBeGreaterThanOrEqual(until - 3 - Number(isCut));
    expect(entries.length).toBeLessThanOrEqual(sent);
    expect(text).not.toContain("hidden-key");
    expect(JSON.parse(entries[0].response.content.text)).toHaveLength(200);
  }
});

test("a proxy that is stopped has recorded all, keys as names", async () => {
  const port = await startServer();
  const file = createFile();
  await using proxy = startCli(["proxy", `http://127.0.0.1:${port}/v1`, "--port=0", `--record=${file}`]);
  const [, address] = await proxy.warned(/Passing (http:\S+) through/);
  for (const key of ["first-key", "second-key", "first-key"]) {
    await fetch(`${address}/store/orders?api_key=${key}`, {
      headers: { authorization: `Bearer ${key}`, cookie: "a=b" },
    });
  }
  proxy.kill("SIGTERM");
  const { code } = await proxy.ended;
  expect(code).not.toBe(70);
  const text = readFileSync(file, "utf8");
  expect(text).not.toMatch(/first-key|second-key|a=b/);
  const { entries } = JSON.parse(text).log;
  const authorizations = entries.map(
    (entry: { request: { headers: { name: string; value: string }[] } }) =>
      entry.request.headers.find(({ name }) => name === "authorization")?.value,
  );
  expect(authorizations[0]).toMatch(/^Bearer \*\*\*[\da-f]{8}$/);
  expect(authorizations[1]).not.toBe(authorizations[0]);
  expect(authorizations[2]).toBe(authorizations[0]);
  expect(entries[0].request.url).toBe(`http://127.0.0.1:${port}/v1/store/orders?api_key=***`);
});

test("what is under way when the proxy is stopped is recorded as unanswered", async () => {
  const asked = Promise.withResolvers<void>();
  const server = createServer(() => asked.resolve());
  server.listen(0, "127.0.0.1");
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const file = createFile();
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  await using proxy = startCli(["proxy", target, "--port=0", `--record=${file}`]);
  const [, address] = await proxy.warned(/Passing (http:\S+) through/);
  const call = fetch(`${address}/store/orders`).catch(() => "broken off");
  await asked.promise;
  proxy.kill("SIGTERM");
  expect(await call).toBe("broken off");
  const { code, stderr } = await proxy.ended;
  expect([code, stderr]).toEqual([3, expect.stringMatching(/^Passing [^\n]+\n$/)]);
  const { entries } = JSON.parse(readFileSync(file, "utf8")).log;
  expect(entries).toMatchObject([{ request: { method: "GET" }, response: { status: 0 } }]);
});
