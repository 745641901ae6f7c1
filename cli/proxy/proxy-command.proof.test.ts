import { once } from "node:events";
import { readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { plainDelivery } from "../../conformance/testing/foreign-server.ts";
import { startForwardProxy } from "../../conformance/testing/forward-proxy.ts";
import { startRawServer } from "../../conformance/testing/raw-server.ts";
import { foreignKey, startForeign } from "../../conformance/testing/verify.ts";
import { openSocket } from "../../mocks/testing/raw-socket.ts";
import { createScratchFolder } from "../../mocks/testing/scratch-folder.ts";
import { refusalOf, runHere } from "../testing/run-here.ts";
import { pathOf, readAll, reportsTo } from "../testing/scratch-files.ts";
import { startCli } from "../testing/start-cli.ts";
import { startProxy } from "../testing/start-mock.ts";
import { outcomesOf } from "../testing/verify-here.ts";

const headers = { authorization: `Bearer ${foreignKey}` };
const violations = "x-store-orders-violations";

/** A server with one mistake: it cancels an order as often as it is asked to. */
async function startFaulty(): Promise<string> {
  const { baseUrl } = await startForeign({
    pending: ["1", "2"],
    deliverCancel: (response, reply, request) =>
      plainDelivery(response, reply.status === 404 ? { status: 204, headers: {}, body: "" } : reply, request),
  });
  return baseUrl;
}

const list = async (address: string, init: RequestInit = { headers }) => {
  const answer = await fetch(`${address}/store/orders`, init);
  await answer.text();
  return answer.headers;
};
const cancel = async (address: string) =>
  (await fetch(`${address}/store/orders/1`, { method: "DELETE", headers })).headers;
test("violations are shown live and on the answer, and the verdict is the exit code when it is stopped", async () => {
  await using proxy = startCli(["proxy", await startFaulty(), "--port=0"]);
  const [, address = ""] = await proxy.warned(/Passing (http:\S+) through/);
  expect((await list(address)).has(violations)).toBe(false);
  expect((await cancel(address)).has(violations)).toBe(false);
  const again = await cancel(address);
  expect(again.get(violations)).toBe("cancel-order/second-cancel");
  expect(again.get("access-control-expose-headers")).toBe(violations);
  await proxy.warned(/FAIL {2}cancel-order\/second-cancel .*\n.*DELETE \/store\/orders\/1: expected/);
  for (let more = 0; more < 12; more++) await cancel(address);
  await proxy.warned(/cancel-order\/second-cancel {2}seen 10 times/);
  proxy.kill("SIGINT");
  const { code, stdout, stderr } = await proxy.ended;
  expect([code, stdout]).toEqual([1, expect.stringContaining("(seen 13 times)")]);
  expect(stdout + stderr).not.toContain(foreignKey);
});

test("a cancel of an order that is named as shipped is a violation, live and in a recording", async () => {
  const file = pathOf("traffic.har");
  const { proxy, address } = await startProxy(await startFaulty(), ["--shipped-order=1", `--record=${file}`]);
  await list(address);
  expect((await cancel(address)).get(violations)).toBe("cancel-order/shipped");
  expect((await proxy.stop()).code).toBe(1);
  const judged = await runHere(["verify", `--har=${file}`, "--shipped-order=1"]);
  expect([judged.code, judged.stdout]).toEqual([1, expect.stringContaining("cancel-order/shipped")]);
  // Without the option a 204 is right.
  expect((await runHere(["verify", `--har=${file}`])).code).toBe(0);
});

test("a warning has its own header", async () => {
  const { baseUrl } = await startForeign({
    interrupt(_request, response) {
      response.writeHead(401, { "content-type": "application/json" });
      response.end('{"code":"unauthorized","message":"no key","status":401}');
      return true;
    },
  });
  const answered = await list((await startProxy(baseUrl)).address, {});
  expect(answered.has(violations)).toBe(false);
  expect(answered.get("x-store-orders-warnings")).toBe("authentication/challenge");
  expect(answered.get("access-control-expose-headers")).toBe("x-store-orders-warnings");
});

test("a right server gives exit code 0, and no traffic 3; an outgoing proxy is named without its credentials", async () => {
  const baseUrl = await startFaulty();
  const outgoing = await startForwardProxy({ credentials: "bob:hunter2" });
  const folder = createScratchFolder();
  const args = [`--record=${folder}/traffic.har`, "--reporter=terminal", ...reportsTo(folder)];
  const env = { http_proxy: outgoing.with("bob:hunter2") };
  const { proxy, address } = await startProxy(baseUrl, args, env);
  await list(address);
  await list(address, {});
  const { code, stdout, stderr } = await proxy.stop();
  const files = readAll(folder);
  const target = { baseUrl, proxy: outgoing.url };
  expect([code, JSON.parse(files.json!)]).toMatchObject([0, { target, requests: 2, verdict: "partial" }]);
  expect(stderr).toContain(`by way of ${outgoing.url}\n`);
  for (const text of [stdout, stderr, ...Object.values(files)])
    expect(text).not.toMatch(/hunter2|Ym9iOmh1bnRlcjI/);
  expect((await (await startProxy(baseUrl)).proxy.stop()).code).toBe(3);
});

test("--fail-fast stops at the first violation", async () => {
  const { proxy, address } = await startProxy(await startFaulty(), ["--fail-fast"]);
  for (let call = 0; call < 2; call++) await cancel(address).catch(() => undefined);
  expect((await proxy.ended).code).toBe(1);
});

test("bytes after a 204 are found and recorded, also when they come late, though no client shows them", async () => {
  const origin = await startRawServer((socket) => {
    socket.write("HTTP/1.1 204 No Content\r\n\r\n");
    setTimeout(() => socket.write("gone!"), 50);
  });
  const file = pathOf("traffic.har");
  const { proxy, address } = await startProxy(`${origin}/v1`, [`--record=${file}`, "--reporter=json"]);
  /** On a connection of its own, which is kept: bytes on an old one may be read as this answer. */
  const cancelAlone = async (id: number) => {
    const socket = await openSocket(Number(new URL(address).port));
    onTestFinished(() => void socket.destroy());
    const head = `DELETE /v1/store/orders/${id} HTTP/1.1\r\nHost: a\r\nAuthorization: ${headers.authorization}`;
    socket.write(`${head}\r\n\r\n`);
    await once(socket, "data");
  };
  await cancelAlone(1);
  await proxy.warned(/FAIL {2}cancel-order\/no-body/);
  // The entry is not the last one.
  await cancelAlone(2);
  const live = await proxy.stop();
  const recorded = await runHere(["verify", `--har=${file}`, "--reporter=json"]);
  expect([live.code, recorded.code, recorded.stderr]).toEqual([1, 1, ""]);
  expect(outcomesOf(JSON.parse(recorded.stdout))).toEqual(outcomesOf(JSON.parse(live.stdout)));
  expect(JSON.parse(readFileSync(file, "utf8")).log.entries[0].response._stray).toBe("gone!");
});

test("a second proxy that records to the same file leaves the file whole", async () => {
  const file = pathOf("traffic.har");
  const target = await startFaulty();
  const first = await startProxy(target, [`--record=${file}`]);
  await list(first.address);
  const second = await startProxy(target, [`--record=${file}`]);
  await list(second.address);
  await list(first.address);
  await first.proxy.warned(/Cannot write the recording \S+ any more: it was removed or replaced/);
  await list(second.address);
  await second.proxy.stop();
  expect(JSON.parse(readFileSync(file, "utf8")).log.entries).toHaveLength(2);
});

test.each([
  [[], "the server is missing"],
  [["nowhere"], "it must be an http or https address"],
  [["http://127.0.0.1:1/api"], "which ends in /v1"],
  [["http://127.0.0.1:1/v1", "--record=/no/such/folder/x.har"], "its directory does not exist"],
  [["http://127.0.0.1:1/v1", "--record=/tmp/one", "--reporter=json=/tmp/one"], "the report goes there"],
  [["http://127.0.0.1:1/v1", "--shipped-order=1", "--pending-order=1"], "is given twice"],
])("proxy with %j is refused with one line", async (args, words) => {
  expect(await refusalOf(["proxy", ...args])).toMatch(words);
});
