import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { createScratchFolder } from "../../mocks/testing/scratch-folder.ts";
import { readRecording } from "../read-recording.ts";
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
    content: { size: text.length, text },
  },
});

const writeRecording = (...entries: readonly object[]) =>
  fileIn("traffic.har", JSON.stringify({ log: { version: "1.2", entries } }));

const list = entry(0, '[{"id":1,"complete":false}]');
const forms = [
  ["a named pipe", "mkfifo pipe; cat traffic.har > pipe &", "pipe"],
  ["standard input", "cat traffic.har |", "/dev/stdin"],
  ["a substituted process", "gzip -k traffic.har;", "<(gunzip -c traffic.har.gz)"],
] as const;

/** Output of a command line in a shell, and the files in its folder. */
async function inShell(line: string) {
  const folder = dirname(writeRecording(list));
  return { ...(await runInShell(line, folder)), left: readdirSync(folder) };
}

test.each(forms)(
  "a recording from %s is judged like a file, without a copy that stays",
  async (_name, before, file) => {
    const { stdout, stderr, left } = await inShell(`${before} $CLI verify --har ${file}`);
    expect([stderr, stdout]).toEqual(["", expect.stringContaining("https://shop.test/v1 is tested in part")]);
    expect(left.filter((name) => name.startsWith("store-orders-"))).toEqual([]);
  },
);

test("orders come from a pipe as well", async () => {
  const { stdout } = await inShell("cat traffic.har | $CLI fixtures --from /dev/stdin");
  expect(JSON.parse(stdout)).toEqual([{ id: 1, complete: false, status: "pending" }]);
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
  expect(stderr).toBe(
    'store-orders: Cannot use --har: no exchange is with "https://other.test/v1", got exchanges with "https://shop.test/v1". Name one of these as the base URL, or none.\n',
  );
});
