import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { createScratchFolder } from "../../mocks/testing/scratch-folder.ts";
import { readRecording } from "../recordings/har-reader.ts";
import { runHere } from "../testing/run-here.ts";
import { runInShell } from "../testing/run-in-shell.ts";
import { fileIn } from "../testing/scratch-files.ts";

const url = "https://shop.test/v1/store/orders";

const entry = (at: number, text: string, address = url) => ({
  startedDateTime: new Date(1.7e12 + at).toISOString(),
  time: 5.5,
  request: { method: "GET", url: address, headers: [{ name: "Authorization", value: "Bearer live-key-1" }] },
  response: {
    status: 200,
    headers: [{ name: "content-type", value: "application/json" }],
    content: { text },
  },
});

const writeRecording = (...entries: readonly object[]) =>
  fileIn("traffic.har", JSON.stringify({ log: { version: "1.2", entries } }));

const list = entry(0, '[{"id":1,"complete":false}]');
const verdict = "https://shop.test/v1 is tested in part";

test.each([
  ["verify from a named pipe", "mkfifo pipe; cat traffic.har > pipe & $CLI verify --har pipe", verdict],
  [
    "fixtures from standard input",
    "cat traffic.har | $CLI fixtures --from /dev/stdin",
    '[{"id":1,"complete":',
  ],
  ["verify from a process", "gzip -k traffic.har; $CLI verify --har <(gunzip -c traffic.har.gz)", verdict],
])("%s reads a recording like a file, without a copy that stays", async (_name, line, printed) => {
  const folder = dirname(writeRecording(list));
  const { stdout, stderr } = await runInShell(line, folder);
  expect([stderr, stdout.replaceAll(/\n */g, "")]).toEqual(["", expect.stringContaining(printed)]);
  expect(readdirSync(folder).filter((name) => name.startsWith("store-orders-"))).toEqual([]);
});

test("input without an end is read up to a limit, and input that is not a recording is refused at once", async () => {
  const folder = createScratchFolder();
  execFileSync("sh", ["-c", "mkfifo pipe"], { cwd: folder });
  const writer = spawn("bash", ["-c", '(printf "{"; yes " ") > pipe'], { cwd: folder, stdio: "ignore" });
  const closed = once(writer, "close");
  await expect(readRecording(join(folder, "pipe"), 100_000).next()).rejects.toThrow(
    /^Cannot read recording .*: it has more than 100000 bytes\. Give a part of it\.$/,
  );
  await closed;
  const { code, stderr } = await runHere(["verify", "--har=/dev/zero"]);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^store-orders: Cannot use recording [^\n]+\n$/)]);
});

test("an address with its default port, or in capitals, names the same server", async () => {
  const file = writeRecording(entry(0, "[]", "https://SHOP.test:443/v1/store/orders"), entry(100, "[]"));
  for (const base of [[], ["HTTPS://Shop.test:443/v1/"]]) {
    const { code, stdout } = await runHere(["verify", ...base, `--har=${file}`, "--reporter=json"]);
    expect([code, JSON.parse(stdout).target.baseUrl]).toEqual([0, "https://shop.test/v1"]);
  }
});

test("where no exchange is with the named server, the recorded servers are named", async () => {
  const file = writeRecording(list);
  const { code, stderr, stdout } = await runHere(["verify", "https://other.test/v1", `--har=${file}`]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(
    'no exchange is with "https://other.test/v1", got exchanges with "https://shop.test/v1". Name one',
  );
});
