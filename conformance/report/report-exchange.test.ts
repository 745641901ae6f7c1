import { expect, test } from "vitest";
import type { Exchange, HeaderList } from "../evidence/exchange.ts";
import { answer } from "../testing/write-history.ts";
import { createReportSecrets } from "./hide-secrets.ts";
import { createReporting } from "./report-exchange.ts";

const baseUrl = "http://staging.test/v1";
const reporting = createReporting(baseUrl, createReportSecrets("the-key-of-the-run"));

const exchangeWith = (body: string, headers: HeaderList = []): Exchange => ({
  request: { method: "GET", path: "/store/orders", headers: [] },
  answer: answer(200, body, headers),
  ms: 1.26,
  sentAt: 0,
  endedAt: 1.26,
});
const reported = (body: string, headers?: HeaderList) => reporting.exchange(exchangeWith(body, headers));

test("the first of many header lines are shown, and the others counted", () => {
  const lines = Array.from({ length: 900 }, (_, at) => [`x-${at}`, "a".repeat(200)] as const);
  const { headers } = reported("", lines).answer!;
  expect(headers.slice(0, 5)).toEqual(lines.slice(0, 5));
  expect(headers.at(-1)).toEqual(["…", `${900 - (headers.length - 1)} more header lines`]);
  expect(JSON.stringify(reported("a".repeat(100_000), lines)).length).toBeLessThan(6000);
});

test("a long header line is cut, with its length", () => {
  const { headers } = reported("", [["x-long", "a".repeat(5000)]]).answer!;
  expect(headers).toEqual([["x-long", `${"a".repeat(1000)}… (5000 characters)`]]);
});

test.each([
  [0, false],
  [2000, false],
  [2001, true],
  [100_000, true],
])("a body of %i characters is cut: %s, and its size is shown", (length, isCut) => {
  const { body, bodyBytes } = reported("ä".repeat(length)).answer!;
  expect(body).toBe("ä".repeat(Math.min(length, 2000)) + (isCut ? "…" : ""));
  expect(bodyBytes).toBe(2 * length);
});

test("a key is masked before a body is cut, so that no part of it is left", () => {
  const { body } = reported(`${"x".repeat(1995)}the-key-of-the-run`).answer!;
  expect(body).toBe(`${"x".repeat(1995)}***`);
});

test("evidence counts all exchanges and shows three, the deciding one first", () => {
  const exchanges = ["1", "2", "3", "4", "5"].map((body) => exchangeWith(body));
  const evidence = reporting.evidence(exchanges, exchanges[3]);
  expect(evidence.count).toBe(5);
  expect(evidence.exchanges.map((each) => each.answer?.body)).toEqual(["4", "1", "2"]);
  expect(evidence.exchanges[0]).toMatchObject({
    ms: 1.3,
    failure: null,
    request: { url: `${baseUrl}/store/orders` },
  });
});
