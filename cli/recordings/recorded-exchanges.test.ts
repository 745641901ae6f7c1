import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createScratchFolder } from "../../mocks/testing/scratch-folder.ts";
import { readExchanges } from "./recorded-exchanges.ts";

const base = "https://shop.test/v1";
const second = (at: number) => new Date(1.7e12 + 1000 * at).toISOString();

const entry = (at: number, path: string, more: object = {}) => ({
  startedDateTime: second(at),
  time: 100.5,
  request: { method: "GET", url: `${base}${path}`, headers: [] },
  response: { status: 200, headers: [], content: { size: 2, text: "[]" } },
  ...more,
});

const readFiles = (maxBytes: number | undefined, ...files: readonly (readonly object[])[]) => {
  const folder = createScratchFolder();
  const names = files.map((entries, at) => {
    const file = join(folder, `${at}.har`);
    writeFileSync(file, JSON.stringify({ log: { entries } }, null, at));
    return file;
  });
  return readExchanges(names, "--har", base, maxBytes);
};

async function pathsOf(...files: readonly (readonly object[])[]): Promise<readonly string[]> {
  const { exchanges, read, pathOf } = await readFiles(undefined, ...files);
  return exchanges.map((exchange) => pathOf(read(exchange)));
}

test("exchanges of all files come in the order of their ends, those without an end last", async () => {
  const files = [
    [entry(9, "/ä"), entry(3, "/without-end", { time: -1 }), entry(1, "/b")],
    [entry(0, "/long", { time: 5000.5 }), entry(2, "/c"), entry(-9, "/a%2F../b")],
  ];
  expect(await pathsOf(...files)).toEqual(["/a%2F../b", "/b", "/c", "/long", "/ä", "/without-end"]);
});

test("the same exchange in two files counts once, and another answer at the same time is another exchange", async () => {
  const other = entry(1, "/a", { response: { status: 200, headers: [], content: { size: 3, text: "[1]" } } });
  expect(await pathsOf([entry(1, "/a"), entry(2, "/b")], [entry(1, "/a"), other])).toEqual([
    "/a",
    "/a",
    "/b",
  ]);
});

test("calls that Playwright wrote late may have ended one after the other", async () => {
  const queued = (at: number, path: string) =>
    entry(at, path, { _frameref: "frame@1", time: 1500.5, timings: {} });
  const files = [queued(0, "/one"), queued(1, "/two"), entry(2.8, "/between"), queued(60, "/alone")];
  expect(await pathsOf(files)).toEqual(["/one", "/between", "/two", "/alone"]);
  const { exchanges } = await readFiles(undefined, files);
  expect(exchanges[2]!.endedAt).toBeGreaterThanOrEqual(1.7e12 + 3001);
  expect(exchanges[3]!.endedAt).toBeLessThan(1.7e12 + 61_510);
});

test("a long body is read as it was recorded", async () => {
  const text = `[${"0, ".repeat(20_000)}"ы€"]`;
  const long = entry(1, "/a", { response: { status: 200, headers: [], content: { text } } });
  const { exchanges, read } = await readFiles(undefined, [long]);
  expect(read(exchanges[0]!).bodyText).toBe(text);
});

test("exchanges that would fill the memory are refused", async () => {
  await expect(readFiles(500, [entry(1, "/a"), entry(2, "/b")])).rejects.toThrow(
    /^Cannot use recording .*: its exchanges take more than 0\.0005 MB\. Give fewer recordings, or cut this one\.$/,
  );
});
