import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";
import { createScratchFolder } from "../../mocks/testing/scratch-folder.ts";
import { peakPattern, peakTeller } from "../testing/measure-judge.ts";

vi.setConfig({ testTimeout: 120_000 });

const cli = fileURLToPath(new URL("../../cli.ts", import.meta.url));
/** A first one, so that there is something to judge. */
const size = 150_000_000;
const mostMiB = 300;

const entry = (text: string, at: number, more = "", path = "/v1/store/orders") =>
  `{"startedDateTime":"${new Date(1.7e12 + at).toISOString()}","time":0.5,"request":{"method":"GET","url":"https://a.test${path}","headers":[{"name":"authorization","value":"Bearer key-${at % 7}"}]},
  "response":{"status":200,"statusText":"OK","headers":[{"name":"content-type","value":"application/json"}],"content":{"size":1,"text":"${text}"${more}}}}`;
const orders = (count: number, first: number) =>
  Array.from({ length: count }, (_, id) => `{\\"id\\":${first + id},\\"complete\\":false}`).join(",");
const long = 5_900_000;
const head = `{"log":{"version":"1.2","entries":[\n${entry("[]", 0)}`;

/** What stands before what is repeated until the file is large. */
const kinds: Readonly<Record<string, readonly [before: string, piece: (at: number) => string]>> = {
  lists: [head, (at) => `,\n${entry(`[${orders(500, at % 100)}]`, at)}`],
  "lists of all kinds of orders": [head, (at) => `,\n${entry(`[${orders(500, at * 1000)}]`, at)}`],
  "the longest lists": [head, (at) => `,\n${entry(`[${orders(150_000, at)}]`, at)}`],
  brackets: ["", () => "[".repeat(1_000_000)],
  "brackets in an entry": [`${head},{"a":`, () => "[".repeat(1_000_000)],
  "empty arrays in an entry": [`${head},{"a":[`, () => "[],".repeat(300_000)],
  "a long string": [`${head},{"a":"`, () => "a".repeat(1_000_000)],
  "long names": [head, (at) => `,{"${"a".repeat(long)}":${at}}`],
  "brackets in bodies": [head, (at) => `,${entry("[".repeat(long), at)}`],
  "arrays in bodies": [head, (at) => `,${entry(`[${"[],".repeat(long / 3 - 1)}[]]`, at)}`],
  "characters beyond Latin 1": [head, (at) => `,${entry("ы".repeat(long / 2 - 100), at)}`],
  base64: [head, (at) => `,${entry("QUFB".repeat(long / 4 - 100), at, ',"encoding":"base64"')}`],
  "secrets in bodies": [
    head,
    (at) => `,${entry(`[${'{\\"key\\":\\"abcdefgh\\"},'.repeat(200_000)}{}]`, at)}`,
  ],
  strays: [`${head}],"_strays":[`, (at) => `{"entry":${at},"text":"abc"},`.repeat(1000)],
};

test.each(Object.entries(kinds))("a recording of %s takes at most 300 MB", async (_name, [before, piece]) => {
  const file = join(createScratchFolder(), "traffic.har");
  const descriptor = openSync(file, "w");
  let written = writeSync(descriptor, before);
  for (let at = 1; written < size; at++) written += writeSync(descriptor, piece(at));
  closeSync(descriptor);
  const child = spawn(process.execPath, [...peakTeller, cli, "verify", "--har", file], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr, [code]] = await Promise.all([
    child.stdout.setEncoding("utf8").toArray(),
    child.stderr.setEncoding("utf8").toArray(),
    once(child, "close") as Promise<[number | null]>,
  ]);
  rmSync(file);
  const peak = Number(peakPattern.exec(stderr.join(""))?.[1]) / 1024;
  process.stdout.write(`${_name}: ${Math.round(peak)} MiB\n`);
  const told = stderr.join("").replace(peakPattern, "");
  if (code === 2) expect(told).toMatch(/^store-orders: [^\n]+\n$/);
  else
    expect([code, stdout.join("")]).toEqual([
      expect.any(Number),
      expect.stringContaining("https://a.test/v1 "),
    ]);
  expect([0, 1, 2, 3]).toContain(code);
  expect(peak).toBeLessThan(mostMiB);
});
