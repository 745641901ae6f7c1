import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, createServer, type RequestListener, request } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer as createRawServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Report } from "../../conformance/report/report.ts";
import { runCli, startCli } from "../testing/start-cli.ts";

vi.setConfig({ testTimeout: 60_000 });

const key = "the-very-key";
const headers = { authorization: `Bearer ${key}` };

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => void server.close());
  onTestFinished(() => server.closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

/** Right in all but this: every cancel is done, however often it comes. */
const cancelsTwice: RequestListener = (request, response) => {
  response.setHeader("content-type", "application/json");
  if (request.headers.authorization === undefined) {
    response.writeHead(401, { "www-authenticate": "Bearer" });
    response.end('{"code":"unauthorized","message":"no key","status":401}');
  } else if (request.method === "DELETE") {
    response.removeHeader("content-type");
    response.writeHead(204).end();
  } else response.end('[{"id":1},{"id":2}]');
};

async function start(target: string, ...more: string[]) {
  const proxy = startCli(["proxy", target, "--port=0", ...more]);
  const [, address] = await proxy.warned(/Passing (http:\S+) through/);
  return { proxy, address: address! };
}

test("violations are told live and on the answer, and the verdict is the exit code when it is stopped", async () => {
  const { proxy, address } = await start(await serve(cancelsTwice));
  await using _ = proxy;
  const cancel = () => fetch(`${address}/store/orders/1`, { method: "DELETE", headers });
  const list = await fetch(`${address}/store/orders`, { headers });
  expect(list.headers.has("x-store-orders-violations")).toBe(false);
  expect((await cancel()).headers.has("x-store-orders-violations")).toBe(false);
  const again = await cancel();
  expect(again.headers.get("x-store-orders-violations")).toBe("cancel-order/second-cancel");
  expect(again.headers.get("access-control-expose-headers")).toBe("x-store-orders-violations");
  await proxy.warned(/FAIL {2}cancel-order\/second-cancel .*\n.*DELETE \/store\/orders\/1: expected/);
  for (let more = 0; more < 12; more++) await cancel();
  await proxy.warned(/cancel-order\/second-cancel {2}seen 10 times/);
  proxy.kill("SIGINT");
  const { code, stdout, stderr } = await proxy.ended;
  expect(code).toBe(1);
  expect(stdout).toContain("(seen 13 times)");
  expect(stdout + stderr).not.toContain(key);
});

test("a shipped order that is named must stay, live and in a recording", async () => {
  const folder = mkdtempSync(join(tmpdir(), "known-orders-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "traffic.har");
  const { proxy, address } = await start(await serve(cancelsTwice), "--shipped-order=1", `--record=${file}`);
  await using _ = proxy;
  await (await fetch(`${address}/store/orders`, { headers })).text();
  const cancelled = await fetch(`${address}/store/orders/1`, { method: "DELETE", headers });
  expect(cancelled.headers.get("x-store-orders-violations")).toBe("cancel-order/shipped");
  proxy.kill("SIGTERM");
  expect((await proxy.ended).code).toBe(1);
  const judged = await runCli(["verify", `--har=${file}`, "--shipped-order=1"]);
  expect([judged.code, judged.stdout]).toEqual([1, expect.stringContaining("cancel-order/shipped")]);
  // Nobody says so: then a 204 is right.
  expect((await runCli(["verify", `--har=${file}`])).code).toBe(0);
  const both = await runCli(["proxy", address, "--shipped-order=1", "--pending-order=1"]);
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining("is given twice")]);
});

test("a warning stands in a header of its own", async () => {
  const withoutChallenge: RequestListener = (_request, response) => {
    response.writeHead(401, { "content-type": "application/json" });
    response.end('{"code":"unauthorized","message":"no key","status":401}');
  };
  const { proxy, address } = await start(await serve(withoutChallenge));
  await using _ = proxy;
  const { headers: of } = await fetch(`${address}/store/orders`);
  expect(of.has("x-store-orders-violations")).toBe(false);
  expect(of.get("x-store-orders-warnings")).toBe("authentication/challenge");
  expect(of.get("access-control-expose-headers")).toBe("x-store-orders-warnings");
});

test("a right server is passed with 0, nothing with 3, and every report is written", async () => {
  const target = await serve(cancelsTwice);
  const { proxy, address } = await start(target, "--reporter=json");
  await using _ = proxy;
  await (await fetch(`${address}/store/orders`, { headers })).text();
  await (await fetch(`${address}/store/orders`)).text();
  proxy.kill("SIGTERM");
  const { code, stdout } = await proxy.ended;
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    target: { baseUrl: target },
    requests: 2,
    verdict: "partial",
  });
  const idle = await start(target);
  await using __ = idle.proxy;
  idle.proxy.kill("SIGTERM");
  expect((await idle.proxy.ended).code).toBe(3);
});

test("--fail-fast stops at the first violation", async () => {
  const { proxy, address } = await start(await serve(cancelsTwice), "--fail-fast");
  await using _ = proxy;
  for (let call = 0; call < 2; call++)
    await fetch(`${address}/store/orders/1`, { method: "DELETE", headers }).catch(() => undefined);
  expect((await proxy.ended).code).toBe(1);
});

/** Each cancel is a 204 with bytes behind it, which come when the client has had its answer. */
async function serveStray(): Promise<string> {
  const server = createRawServer((socket) => {
    socket.on("data", () => {
      socket.write("HTTP/1.1 204 No Content\r\n\r\n");
      setTimeout(() => socket.write("gone!"), 50);
    });
    socket.on("error", () => undefined);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

test("bytes behind a 204 are found, though no client would show them, also when they come late, and recorded", async () => {
  const folder = mkdtempSync(join(tmpdir(), "proxy-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "traffic.har");
  const { proxy, address } = await start(await serveStray(), `--record=${file}`, "--reporter=json");
  await using _ = proxy;
  /** On a connection of its own: what came on an old one may be read as this one's answer. It is kept, as what comes late does. */
  const cancel = async (id: number) => {
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const options = { method: "DELETE", headers, agent };
    const [answer] = await once(request(`${address}/store/orders/${id}`, options).end(), "response");
    answer.resume();
  };
  await cancel(1);
  await proxy.warned(/FAIL {2}cancel-order\/no-body/);
  // The entry is not the last one.
  await cancel(2);
  proxy.kill("SIGTERM");
  const live = await proxy.ended;
  expect(live.code).toBe(1);
  const outcomes = (text: string) =>
    (JSON.parse(text) as Report).results.map(({ id, outcome }) => `${id} ${outcome}`);
  const recorded = await runCli(["verify", `--har=${file}`, "--reporter=json"]);
  expect([recorded.code, recorded.stderr]).toEqual([1, ""]);
  expect(outcomes(recorded.stdout)).toEqual(outcomes(live.stdout));
  expect(JSON.parse(readFileSync(file, "utf8")).log._strays).toContainEqual({ entry: 0, text: "gone!" });
});

test("of two proxies that record to one file the later one keeps it whole", async () => {
  const folder = mkdtempSync(join(tmpdir(), "proxy-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "traffic.har");
  const target = await serve(cancelsTwice);
  const first = await start(target, `--record=${file}`);
  await using _ = first.proxy;
  const list = async (address: string) => (await fetch(`${address}/store/orders`, { headers })).text();
  await list(first.address);
  const second = await start(target, `--record=${file}`);
  await using __ = second.proxy;
  await list(second.address);
  await list(first.address);
  await first.proxy.warned(/Cannot write the recording \S+ any more: it was removed or replaced/);
  await list(second.address);
  second.proxy.kill("SIGTERM");
  await second.proxy.ended;
  expect(JSON.parse(readFileSync(file, "utf8")).log.entries).toHaveLength(2);
});

test.each([
  [["proxy"], "the server is missing"],
  [["proxy", "nowhere"], "it must be an http or https address"],
  [["proxy", "http://127.0.0.1:1/api"], "which ends in /v1"],
  [["proxy", "http://127.0.0.1:1/v1", "--record=/no/such/folder/x.har"], "its directory does not exist"],
  [
    ["proxy", "http://127.0.0.1:1/v1", "--record=/tmp/one", "--reporter=json=/tmp/../tmp/one"],
    "the report goes there",
  ],
])("%j is refused with one line", async (args, words) => {
  const { code, stderr } = await startCli(args).ended;
  expect(code).toBe(2);
  expect(stderr).toMatch(/^store-orders: Cannot [^\n]+\n$/);
  expect(stderr).toContain(words);
});
