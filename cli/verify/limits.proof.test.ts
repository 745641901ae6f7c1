import { expect, test } from "vitest";
import {
  fiveOrders,
  foreignKey,
  namingFive,
  startForeign,
  withOutcome,
} from "../../conformance/testing/verify.ts";
import { printHere } from "../testing/run-here.ts";
import { judge, verifyHere } from "../testing/verify-here.ts";

test.each([
  ["--complete and provider states", [], 3],
  ["named orders", namingFive, 0],
])("--read-only sends nothing but GET and HEAD, and is partial: with %s", async (_name, named, exit) => {
  const server = await startForeign(fiveOrders);
  const states = [`--provider-states-url=${server.origin}/provider-states`, "--complete"];
  const more = named.length > 0 ? named : states;
  const { code, report, stderr } = await verifyHere([server.baseUrl, "--read-only", ...more]);
  expect([code, stderr, report!.verdict]).toEqual([exit, "", "partial"]);
  expect(withOutcome(report, "failed", "warned", "errored")).toEqual([]);
  const methods = new Set(server.requests.map((line) => line.split(" ", 1)[0]));
  expect([methods, server.states]).toEqual([new Set(["GET", "HEAD"]), []]);
  const untested = report!.results.filter(({ outcome }) => outcome === "untested");
  const unseen = report!.observations.filter(({ answer }) => answer === null);
  expect(unseen.length).toBeGreaterThan(0);
  for (const { reason } of [...untested, ...unseen]) expect(reason).toContain("run is read-only");
  expect(withOutcome(report, "passed")).toContain("list-orders/json-array");
});

test.each([
  [0, 0],
  [2, 2],
  [9, 5],
])("--max-cancels %i lets at most that many orders be cancelled: %i", async (most, cancelled) => {
  const { code, report, server } = await judge({}, `--max-cancels=${most}`);
  const isSent = (id: string) =>
    server.requests.some(
      (line, index) =>
        line === `DELETE /v1/store/orders/${id}` && server.authorizations[index] === `Bearer ${foreignKey}`,
    );
  expect(fiveOrders.pending.filter(isSent)).toHaveLength(cancelled);
  expect(fiveOrders.pending.filter((id) => server.stateOf(id) === "cancelled")).toHaveLength(cancelled);
  const isWhole = most === 9;
  expect([code, report!.verdict]).toEqual([0, isWhole ? "conformant" : "partial"]);
  expect(withOutcome(report, "failed", "errored")).toEqual([]);
  const untested = withOutcome(report, "untested")!;
  expect(untested.length > 0).toBe(!isWhole);
  // Calls that compete for an order might cancel as many.
  if (cancelled >= 2 && !isWhole)
    expect(untested).toEqual(["cancel-order/one-winner", "cancel-order/race-statuses"]);
});

/** Random ids, and those of the list's pets, made alike. */
const alike = (line: string) =>
  line.replace(
    /(?<=\/pets\/)\d+$|-?(?!1001$|2001$)\d{4,}(?=\?|\/?$)|\d{13}(?=e1x|\.5|x+(?:\?|$)|%F0)|(?<=orders\/)[a-z]{12}(?=\?|$)/,
    "…",
  );

test("--plan fits on a screen, sends one GET to measure, and changes no order", async () => {
  const server = await startForeign(fiveOrders);
  const env = { STORE_ORDERS_API_KEY: foreignKey };
  const stdout = await printHere(["verify", "--plan", server.baseUrl, ...namingFive], env);
  expect(server.requests).toEqual(["GET /v1/store/orders"]);
  const lines = stdout.trimEnd().split("\n");
  expect(lines.length).toBeLessThan(24);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(130);
  const counts = lines.slice(0, 4).map((line) => Number(/\d+(?= requests:)|^ +\d+/.exec(line)?.[0]));
  expect(counts[0]).toBe(counts[1]! + counts[2]! + counts[3]!);
  for (const row of [
    /^Given orders {4}all 5 pending ones are cancelled, for good\./m,
    /^Other orders {4}none on a right server; one call may cost some/m,
    /^Rate {12}as fast as 12 calls at once allow\. For a server with a rate limit, give --rate N\./m,
    /^More requests {3}only where the server gives a reason/m,
    /^Time {12}about \d+ s at \d+ ms for an answer \(measured with one GET\)/m,
  ])
    expect(stdout).toMatch(row);
});

test.each([
  ["--max-cancels=0", "none is cancelled: nothing", "none can be lost."],
  ["--read-only", "none is cancelled: nothing", "none can be lost."],
  ["--max-cancels=2", "at most 2 of the 5 pending ones", "none on a right server"],
  ["--disposable", "all 5 pending ones", "any may be lost on a wrong server"],
])("the summary of --plan shows the effect of %s", async (option, given, others) => {
  const stdout = await printHere(["verify", "http://127.0.0.1:1/v1", "--plan", ...namingFive, option]);
  expect(stdout).toContain(`Given orders    ${given}`);
  expect(stdout).toContain(`Other orders    ${others}`);
  expect(stdout).toContain("Time            not known: no key was given");
});

const riskOf = /^ {2}([A-Z]+) +((?:target )?\S+) +(reads|must be refused|uses an order up)$/gm;

test.each([
  ["the whole", []],
  ["what --only leaves", ["--only=order-id/*,list-orders/head"]],
  ["what --read-only leaves", ["--read-only"]],
])("--plan --verbose prints %s before anything is sent, and a run then sends that", async (_name, more) => {
  const server = await startForeign(fiveOrders);
  const args = [server.baseUrl, ...namingFive, ...more];
  const plan = await printHere(["verify", "--plan", "--verbose", ...args]);
  expect([server.connections(), server.requests]).toEqual([0, []]);
  const lines = [...plan.matchAll(riskOf)];
  // A path is below the base URL, a request target is whole.
  const planned = lines.map(([, method, path]) =>
    alike(path!.startsWith("target ") ? `${method} ${path!.slice(7)}` : `${method} /v1${path}`),
  );
  const count = (risk: string) => lines.filter((line) => line[3] === risk).length;
  const [reads, refused, used] = ["reads", "must be refused", "uses an order up"].map(count);
  expect(plan.trimEnd().split("\n").at(-1)).toBe(
    `${planned.length} requests: ${reads} read, ${refused} must be refused, ${used} use an order up. Nothing was sent.`,
  );
  // A GET may name another method in a header.
  for (const [, method, , risk] of lines)
    if (risk === "reads") expect(method).toMatch(/^(?:GET|HEAD|OPTIONS|PROPFIND)$/);
  await verifyHere(args);
  const sent = server.requests.map(alike);
  const isList = (line: string) => line === "GET /v1/store/orders";
  const others = (all: readonly string[]) => all.filter((line) => !isList(line)).toSorted();
  expect(others(planned)).toEqual(others(sent));
  // A list is read once more where a call that may act is under way: which ones overlap depends on the time of their answers.
  const moreLists = sent.filter(isList).length - planned.filter(isList).length;
  expect(Math.abs(moreLists)).toBeLessThanOrEqual(4);
});

test("--plan --verbose marks only the cancels that use an order up, and shows a whole run where no orders are named", async () => {
  const stdout = await printHere(["verify", "http://127.0.0.1:1/v1", "--plan", "--verbose"]);
  const used = [...stdout.matchAll(/DELETE +\S+\/([1-9]\d*) +uses an order up/g)].map(([, id]) => id);
  expect([...new Set(used)].toSorted()).toEqual(["1001", "1002", "1003", "1004", "1005"]);
  expect(stdout).toMatch(/DELETE +\/store\/orders\/2001 +must be refused/);
});

test.each([
  ["fails exactly exposed-key/in-query", ["--expose-key"], ["exposed-key/in-query"], true],
  ["passes without the flag, the key never in a URL", [], [], false],
])("a server that accepts a key in the query %s", async (_name, more, failed, isExposed) => {
  const options = ["--reporter=terminal", ...more];
  const { code, report, stdout, text, server } = await judge({ keyParameter: "api_key" }, ...options);
  expect(withOutcome(report, "failed", "warned", "untested", "errored")).toEqual(failed);
  expect(code).toBe(isExposed ? 1 : 0);
  const ids = report!.results.map(({ id }) => id).filter((id) => id.startsWith("exposed-key/"));
  expect(ids).toHaveLength(isExposed ? 2 : 0);
  expect(server.requests.some((line) => line.includes(foreignKey))).toBe(isExposed);
  expect(stdout + text).not.toContain(foreignKey);
});
