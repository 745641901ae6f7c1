import { readFileSync, writeFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import type { Report } from "../../conformance/report/report.ts";
import { startMockServer } from "../../mocks/adapters/server/mock-server.ts";
import { defaultCalls } from "../../selftest/testing/usual-client.ts";
import { runHere } from "../testing/run-here.ts";
import { fileIn, pathOf } from "../testing/scratch-files.ts";
import { startProxy } from "../testing/start-mock.ts";
import { outcomesOf } from "../testing/verify-here.ts";

const keys = { right: "Bearer mock-key", wrong: "Bearer a-key-of-last-year", none: undefined };
/** A usual client's traffic with a mock, through a proxy that records. */
async function record() {
  const { mock, baseUrl, close } = await startMockServer();
  onTestFinished(close);
  const file = pathOf("traffic.har");
  const args = [`--record=${file}`, "--reporter=json", "--api-key=mock-key"];
  const { proxy, address } = await startProxy(baseUrl, args);
  const orders = mock.control.orders();
  const idsIn = (state: string) => orders.filter(({ status }) => status === state).map(({ id }) => id);
  for (const step of defaultCalls({ pending: idsIn("pending"), shipped: idsIn("shipped") })) {
    await Promise.all(
      step.map(async ({ method, path, key }) => {
        const authorization = keys[key];
        const headers = authorization ? { authorization } : {};
        await (await fetch(address + path, { method, headers })).arrayBuffer();
      }),
    );
  }
  return { live: JSON.parse((await proxy.stop()).stdout) as Report, file, mock };
}

async function judgeFile(file: string) {
  const { code, stdout, stderr } = await runHere(["verify", `--har=${file}`, "--reporter=json"]);
  expect(code).toBe(0);
  return { stderr, ...(JSON.parse(stdout) as Report) };
}

test("a recording of the proxy gets the verdict of the proxy, and the report names the untested requirements", async () => {
  const { live, file } = await record();
  const report = await judgeFile(file);
  expect([report.stderr, ...outcomesOf(report)]).toEqual(["", ...outcomesOf(live)]);
  const answersIn = ({ observations }: Report) => observations.map(({ answer }) => answer);
  expect(answersIn(report)).toEqual(answersIn(live));
  expect(outcomesOf(report)).toContain("list-orders/no-filter untested");
  expect(report.counts.passed).toBeGreaterThan(30);
});

test("a recording that was cut off is judged as far as it goes", async () => {
  const { file } = await record();
  writeFileSync(file, readFileSync(file, "utf8").slice(0, -500));
  const report = await judgeFile(file);
  expect(report.counts).toMatchObject({ failed: 0, passed: expect.toSatisfy((count) => count > 20) });
  expect(outcomesOf(report)).toContain("cancel-order/pending passed");
});

test("a journal of the mock gets the same verdict as its traffic", async () => {
  const { live, mock } = await record();
  const { verdict, counts } = await judgeFile(fileIn("traffic.har", mock.control.journalAs("har")));
  expect([verdict, counts.failed]).toEqual([live.verdict, live.counts.failed]);
});
