import { closeSync, mkdtempDisposableSync, openSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { measureVerify } from "../testing/measure-judge.ts";

vi.setConfig({ testTimeout: 120_000, maxConcurrency: 2 });

/** Size at which any part that is kept in memory is visible. */
const largeSize = 150_000_000;
/** Size that is enough to measure the memory of one entry. */
const size = Number(process.env.BYTES ?? 30_000_000);
const maxMiB = 360;

const entry = (text: string, at: number, more = "", path = "/v1/store/orders") =>
  `{"startedDateTime":"${new Date(1.7e12 + at).toISOString()}","time":0.5,"request":{"method":"GET","url":"https://a.test${path}","headers":[{"name":"authorization","value":"Bearer key-${at % 7}"}]},
  "response":{"status":200,"statusText":"OK","headers":[{"name":"content-type","value":"application/json"}],"content":{"size":1,"text":"${text}"${more}}}}`;
const orders = (count: number, first: number) =>
  Array.from({ length: count }, (_, id) => `{\\"id\\":${first + id},\\"complete\\":false}`).join(",");
const long = 5_900_000;
/** With a first entry, so that there is something to judge. */
const head = `{"log":{"version":"1.2","entries":[\n${entry("[]", 0)}`;

/** Newest first, so that each is read from its place. */
const shortEntries = (at: number, time: string) =>
  Array.from({ length: 100 }, (_, each) => {
    const start = new Date(1.7e12 - 100 * at - each).toISOString();
    const url = `https://a.test/v1/store/orders/${(100 * at + each) % 5000}`;
    return `,{"startedDateTime":"${start}"${time},"request":{"method":"DELETE","url":"${url}"},"response":{"status":409,"content":{"size":0}}}`;
  }).join("");
/** The beginning of a file, and a part that is repeated until the file is large. */
const kinds: Readonly<
  Record<string, readonly [before: string, piece: (at: number) => string, size?: number]>
> = {
  lists: [head, (at) => `,\n${entry(`[${orders(500, at % 100)}]`, at)}`, largeSize],
  "lists of all kinds of orders": [head, (at) => `,\n${entry(`[${orders(500, at * 1000)}]`, at)}`],
  "the longest lists": [head, (at) => `,\n${entry(`[${orders(150_000, at)}]`, at)}`],
  brackets: ["", () => "[".repeat(1_000_000), largeSize],
  "empty arrays in an entry": [`${head},{"a":[`, () => "[],".repeat(300_000)],
  "a long string": [`${head},{"a":"`, () => "a".repeat(1_000_000)],
  "arrays in bodies": [head, (at) => `,${entry(`[${"[],".repeat(long / 3 - 1)}[]]`, at)}`],
  "characters beyond Latin 1": [head, (at) => `,${entry("ы".repeat(long / 2 - 100), at)}`],
  base64: [head, (at) => `,${entry("QUFB".repeat(long / 4 - 100), at, ',"encoding":"base64"')}`],
  "secrets in bodies": [
    head,
    (at) => `,${entry(`[${'{\\"key\\":\\"abcdefgh\\"},'.repeat(200_000)}{}]`, at)}`,
  ],
  "short exchanges": [head, (at) => shortEntries(at, ',"time":0.5')],
  "short exchanges without an end": [head, (at) => shortEntries(at, "")],
};

// Two at a time, each in its own process, so that each has its own memory.
describe("a recording takes at most 360 MiB", { concurrent: true }, () => {
  test.each(Object.entries(kinds))("of %s", async (name, [before, piece, bytes = size]) => {
    using folder = mkdtempDisposableSync(join(tmpdir(), "store-orders-recording-"));
    const file = join(folder.path, "traffic.har");
    const descriptor = openSync(file, "w");
    let written = writeSync(descriptor, before);
    for (let at = 1; written < bytes; at++) written += writeSync(descriptor, piece(at));
    closeSync(descriptor);
    const { code, stdout, stderr, peakMiB } = await measureVerify("", ["--har", file]);
    process.stdout.write(`${name}: ${Math.round(peakMiB)} MiB\n`);
    if (code === 2) expect(stderr).toMatch(/^store-orders: [^\n]+\n$/);
    else expect(stdout).toContain("https://a.test/v1 ");
    expect([0, 1, 2, 3]).toContain(code);
    expect(peakMiB).toBeLessThan(maxMiB);
  });
});
