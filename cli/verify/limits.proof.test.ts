import { expect, test, vi } from "vitest";
import { runCli } from "../../conformance/testing/run-cli.ts";
import {
  fiveOrders,
  foreignKey,
  namingFive,
  startForeign,
  verify,
  withOutcome,
} from "../../conformance/testing/verify.ts";

// Whole runs, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

const methodOf = (line: string) => line.split(" ", 1)[0];

test.each([
  [[], 0],
  [["--complete"], 3],
])("--read-only sends nothing but GET and HEAD, and is partial: with %j exit code %i", async (more, exit) => {
  const server = await startForeign(fiveOrders);
  const states = `--provider-states-url=${server.origin}/provider-states`;
  const { code, report, stderr } = await verify([server.baseUrl, "--read-only", states, ...more]);
  expect([code, stderr]).toEqual([exit, ""]);
  expect(report!.verdict).toBe("partial");
  expect(withOutcome(report, "failed", "warned", "errored")).toEqual([]);
  expect([...new Set(server.requests.map(methodOf))].toSorted()).toEqual(["GET", "HEAD"]);
  expect(server.states).toEqual([]);
  const untested = report!.results.filter(({ outcome }) => outcome === "untested");
  for (const { reason } of untested) expect(reason).toContain("run is read-only");
  const unseen = report!.observations.filter(({ answer }) => answer === null);
  expect(unseen.length).toBeGreaterThan(0);
  for (const { reason } of unseen) expect(reason).toContain("run is read-only");
  expect(withOutcome(report, "passed")).toContain("list-orders/json-array");
});

test("--read-only leaves named orders alone, too", async () => {
  const server = await startForeign(fiveOrders);
  await verify([server.baseUrl, "--read-only", ...namingFive]);
  expect(server.requests.filter((line) => line.startsWith("DELETE"))).toEqual([]);
});

test.each([
  [0, 0],
  [1, 1],
  [2, 2],
  [5, 5],
  [9, 5],
])("--max-cancels %i lets at most that many orders be cancelled: %i", async (most, cancelled) => {
  const server = await startForeign(fiveOrders);
  const { code, report } = await verify([server.baseUrl, `--max-cancels=${most}`, ...namingFive]);
  const paths = server.requests.filter(
    (_line, index) => server.authorizations[index] === `Bearer ${foreignKey}`,
  );
  const tried = fiveOrders.pending.filter((id) => paths.includes(`DELETE /v1/store/orders/${id}`));
  expect(tried).toHaveLength(cancelled);
  expect(fiveOrders.pending.map(server.stateOf).filter((state) => state === "cancelled")).toHaveLength(
    cancelled,
  );
  expect(code).toBe(0);
  // Two are enough for every must.
  expect(report!.verdict).toBe(cancelled >= 2 ? "conformant" : "partial");
  expect(withOutcome(report, "failed", "errored")).toEqual([]);
  const untested = report!.results.filter(({ outcome }) => outcome === "untested");
  expect(untested.length > 0).toBe(cancelled < 2);
});

/** Random ids made alike. */
const alike = (line: string) => line.replace(/-?(?!1001$|2001$)\d{4,}(?=\?|$)/, "…");

test.each([
  ["the whole", []],
  ["what --only leaves", ["--only=order-id/*,list-orders/head"]],
  ["what --read-only leaves", ["--read-only"]],
])("--plan prints %s before anything is sent, and then just that is sent", async (_name, more) => {
  const server = await startForeign(fiveOrders);
  const args = [server.baseUrl, ...namingFive, ...more];
  const plan = await runCli(["verify", "--plan", ...args]);
  expect([plan.code, plan.stderr]).toEqual([0, ""]);
  expect([server.connections(), server.requests]).toEqual([0, []]);
  const lines = [
    ...plan.stdout.matchAll(
      /^ {2}(GET|HEAD|DELETE|POST) +(\S+) +(reads|must be refused|uses an order up)$/gm,
    ),
  ];
  const planned = lines.map(([, method, path]) => alike(`${method} /v1${path}`));
  const count = (risk: string) => lines.filter((line) => line[3] === risk).length;
  expect(plan.stdout.trimEnd().split("\n").at(-1)).toBe(
    `${planned.length} requests: ${count("reads")} read, ${count("must be refused")} must be refused, ${count("uses an order up")} use an order up. Nothing was sent.`,
  );
  for (const [, method, , risk] of lines)
    expect(risk === "reads").toBe(method === "GET" || method === "HEAD");
  await verify(args);
  // Where the first list is slow, which a busy machine makes it, it is read once more.
  const list = "GET /v1/store/orders";
  if (server.requests.length > planned.length) planned.push(list);
  expect(planned.toSorted()).toEqual(server.requests.map(alike).toSorted());
});

test("--plan marks just the cancels that use an order up, and shows a whole run where no orders are named", async () => {
  const { code, stdout } = await runCli(["verify", "http://127.0.0.1:1/v1", "--plan"]);
  expect(code).toBe(0);
  const used = [...stdout.matchAll(/DELETE +\S+\/([1-9]\d*) +uses an order up/g)].map(([, id]) => id);
  expect([...new Set(used)].toSorted()).toEqual(["1001", "1002", "1003", "1004", "1005"]);
  expect(stdout).toMatch(/DELETE +\/store\/orders\/2001 +must be refused/);
});

test.each([
  ["fails exactly exposed-key/in-query", ["--expose-key"], ["exposed-key/in-query"], true],
  ["passes without the flag, the key never in a URL", [], [], false],
])("a server that takes a key from the query %s", async (_name, more, failed, isExposed) => {
  const server = await startForeign({ ...fiveOrders, keyParameter: "api_key" });
  const { code, report, stdout, text } = await verify([
    server.baseUrl,
    ...namingFive,
    "--reporter=terminal",
    ...more,
  ]);
  expect(withOutcome(report, "failed", "warned", "untested", "errored")).toEqual(failed);
  expect(code).toBe(isExposed ? 1 : 0);
  const ids = report!.results.map(({ id }) => id).filter((id) => id.startsWith("exposed-key/"));
  expect(ids).toHaveLength(isExposed ? 2 : 0);
  expect(server.requests.some((line) => line.includes(foreignKey))).toBe(isExposed);
  expect(stdout + text).not.toContain(foreignKey);
});
