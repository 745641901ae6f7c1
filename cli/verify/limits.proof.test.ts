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
  const untested = withOutcome(report, "untested")!;
  // Calls that compete for an order might cancel as many.
  if (most < 9 && cancelled >= 2)
    expect(untested).toEqual(["cancel-order/one-winner", "cancel-order/race-statuses"]);
  expect(report!.verdict).toBe(most === 9 ? "conformant" : "partial");
  expect(withOutcome(report, "failed", "errored")).toEqual([]);
  expect(untested.length > 0).toBe(most < 9);
});

/** Random ids made alike. */
const alike = (line: string) =>
  line.replace(
    /-?(?!1001$|2001$)\d{4,}(?=\?|$)|\d{13}(?=e1x|\.5|x+(?:\?|$)|%F0)|(?<=orders\/)[a-z]{12}(?=\?|$)/,
    "…",
  );

test("--plan fits a screen, measures with one GET, and touches no order", async () => {
  const server = await startForeign(fiveOrders);
  const env = { STORE_ORDERS_API_KEY: foreignKey };
  const { code, stdout, stderr } = await runCli(["verify", "--plan", server.baseUrl, ...namingFive], env);
  expect([code, stderr]).toEqual([0, ""]);
  expect(server.requests).toEqual(["GET /v1/store/orders"]);
  const lines = stdout.trimEnd().split("\n");
  expect(lines.length).toBeLessThan(24);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(130);
  const counts = lines.slice(0, 4).map((line) => Number(/\d+(?= requests:)|^ +\d+/.exec(line)?.[0]));
  expect(counts[0]).toBe(counts[1]! + counts[2]! + counts[3]!);
  expect(stdout).toContain("Given orders    all 5 pending ones are cancelled, for good.");
  expect(stdout).toContain("Other orders    none on a right server; one call may cost some");
  expect(stdout).toMatch(/^Time {12}about \d+ s at \d+ ms for an answer \(measured with one GET\)/m);
});

test.each<[string, readonly string[], readonly string[]]>([
  ["--max-cancels 0", ["--max-cancels=0"], ["none is cancelled: nothing", "none can be lost."]],
  ["--read-only", ["--read-only"], ["none is cancelled: nothing", "none can be lost."]],
  ["--max-cancels 2", ["--max-cancels=2"], ["at most 2 of the 5 pending ones", "none on a right server"]],
  ["--disposable", ["--disposable"], ["all 5 pending ones", "any may be lost on a wrong server"]],
])("the summary of --plan says what %s changes", async (_name, more, [given, others]) => {
  const { code, stdout } = await runCli([
    "verify",
    "http://127.0.0.1:1/v1",
    "--plan",
    ...namingFive,
    ...more,
  ]);
  expect(code).toBe(0);
  expect(stdout).toContain(`Given orders    ${given}`);
  expect(stdout).toContain(`Other orders    ${others}`);
  expect(stdout).toContain("Time            not known: no key was given");
});

test.each([
  ["the whole", []],
  ["what --only leaves", ["--only=order-id/*,list-orders/head"]],
  ["what --read-only leaves", ["--read-only"]],
])("--plan --verbose prints %s before anything is sent, and then just that is sent", async (_name, more) => {
  const server = await startForeign(fiveOrders);
  const args = [server.baseUrl, ...namingFive, ...more];
  const plan = await runCli(["verify", "--plan", "--verbose", ...args]);
  expect([plan.code, plan.stderr]).toEqual([0, ""]);
  expect([server.connections(), server.requests]).toEqual([0, []]);
  const lines = [
    ...plan.stdout.matchAll(
      /^ {2}(GET|HEAD|OPTIONS|DELETE|POST) +((?:target )?\S+) +(reads|must be refused|uses an order up)$/gm,
    ),
  ];
  // A path stands below the base URL, a request target for itself.
  const planned = lines.map(([, method, path]) =>
    alike(path!.startsWith("target ") ? `${method} ${path!.slice(7)}` : `${method} /v1${path}`),
  );
  const count = (risk: string) => lines.filter((line) => line[3] === risk).length;
  expect(plan.stdout.trimEnd().split("\n").at(-1)).toBe(
    `${planned.length} requests: ${count("reads")} read, ${count("must be refused")} must be refused, ${count("uses an order up")} use an order up. Nothing was sent.`,
  );
  // A GET may name another method in a header.
  for (const [, method, , risk] of lines)
    if (risk === "reads") expect(method).toMatch(/^(?:GET|HEAD|OPTIONS)$/);
  await verify(args);
  // Where the first list is slow, which a busy machine makes it, it is read once more.
  const list = "GET /v1/store/orders";
  if (server.requests.length > planned.length) planned.push(list);
  expect(planned.toSorted()).toEqual(server.requests.map(alike).toSorted());
});

test("--plan --verbose marks just the cancels that use an order up, and shows a whole run where no orders are named", async () => {
  const { code, stdout } = await runCli(["verify", "http://127.0.0.1:1/v1", "--plan", "--verbose"]);
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
