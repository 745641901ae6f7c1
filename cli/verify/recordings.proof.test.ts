import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Report } from "../../conformance/report/report.ts";
import { startMockServer } from "../../mocks/adapters/server/mock-server.ts";
import { usualCalls } from "../../selftest/traffic/usual-client.ts";
import { runCli, startCli } from "../testing/start-cli.ts";

vi.setConfig({ testTimeout: 60_000 });

function createFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "recordings-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "traffic.har");
}

const keys = { right: "Bearer mock-key", wrong: "Bearer a-key-of-last-year", none: undefined };

/** A usual client's traffic with a mock, through a proxy that records. */
async function record(...more: string[]) {
  const mock = await startMockServer();
  onTestFinished(() => mock.close());
  const file = createFile();
  await using proxy = startCli([
    "proxy",
    mock.baseUrl,
    "--port=0",
    `--record=${file}`,
    "--reporter=json",
    "--api-key=mock-key",
    ...more,
  ]);
  const [, address] = await proxy.warned(/Passing (http:\S+) through/);
  const orders = mock.mock.control.orders();
  const idsIn = (state: string) => orders.filter(({ status }) => status === state).map(({ id }) => id);
  for (const step of usualCalls({ pending: idsIn("pending"), shipped: idsIn("shipped") })) {
    await Promise.all(
      step.map(async ({ method, path, key }) => {
        const authorization = keys[key];
        const answer = await fetch(address + path, {
          method,
          headers: authorization ? { authorization } : {},
        });
        await answer.arrayBuffer();
      }),
    );
  }
  proxy.kill("SIGTERM");
  const { stdout, stderr } = await proxy.ended;
  return { live: JSON.parse(stdout) as Report, file, stderr, mock };
}

const verdicts = ({ results, verdict }: Report) => [
  verdict,
  ...results.map(({ id, outcome }) => `${id} ${outcome}`),
];
const judgeFile = async (file: string, ...more: string[]) => {
  const { code, stdout, stderr } = await runCli(["verify", `--har=${file}`, "--reporter=json", ...more]);
  return { code, stderr, report: stdout === "" ? undefined : (JSON.parse(stdout) as Report), stdout };
};

test("a recording of the proxy gets the verdict that the proxy gave, and says which requirements it leaves untested", async () => {
  const { live, file } = await record();
  const { code, stderr, report } = await judgeFile(file);
  expect([code, stderr]).toEqual([0, ""]);
  expect(verdicts(report!)).toEqual(verdicts(live));
  expect(report!.observations.map(({ answer }) => answer)).toEqual(
    live.observations.map(({ answer }) => answer),
  );
  const untested = report!.results.filter(({ outcome }) => outcome === "untested");
  expect(untested.map(({ id }) => id)).toContain("list-orders/no-filter");
  expect(report!.counts.passed).toBeGreaterThan(30);
});

test("a recording that was cut off is judged as far as it goes", async () => {
  const { file } = await record();
  writeFileSync(file, readFileSync(file, "utf8").slice(0, -500));
  const { code, report } = await judgeFile(file);
  expect(code).toBe(0);
  expect(report!.counts.passed).toBeGreaterThan(20);
});

test("a journal of the mock is judged as its traffic was", async () => {
  const { live, mock } = await record();
  const file = createFile();
  writeFileSync(file, mock.mock.control.journalAs("har"));
  const { code, report } = await judgeFile(file);
  expect([code, report?.verdict]).toEqual([0, live.verdict]);
  const failed = ({ results }: Report) =>
    results.filter(({ outcome }) => outcome === "failed").map(({ id }) => id);
  expect(failed(report!)).toEqual(failed(live));
});

test("a recording without credentials, as browsers export it, takes what was let in for rightful", async () => {
  const { file } = await record();
  const har = JSON.parse(readFileSync(file, "utf8"));
  for (const { request } of har.log.entries)
    request.headers = request.headers.filter(
      ({ name }: { name: string }) => name.toLowerCase() !== "authorization",
    );
  writeFileSync(file, JSON.stringify(har));
  const { code, report } = await judgeFile(file);
  expect(code).toBe(0);
  expect(report!.counts.failed).toBe(0);
  expect(report!.results.find(({ id }) => id === "cancel-order/pending")?.outcome).toBe("passed");
});

test.each([
  ["{}", "it is not a HAR"],
  ['{"log":{"entries":[]}}', "no exchange is one of this API"],
])("%s is refused with one line", async (text, words) => {
  const file = createFile();
  writeFileSync(file, text);
  const { code, stderr, stdout } = await judgeFile(file);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(words);
});
