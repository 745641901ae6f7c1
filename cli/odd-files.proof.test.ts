import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { createScratchFolder } from "../mocks/testing/scratch-folder.ts";
import { exitCodes } from "./stop-signals.ts";
import { type Line, refusalOf } from "./testing/run-here.ts";
import { runInShell } from "./testing/run-in-shell.ts";
import { fileIn, pathOf } from "./testing/scratch-files.ts";
import { isRunning, startCli } from "./testing/start-cli.ts";

/** Files that options name, and that are pipes, devices, or have no end. */

const nonsense = '{"nonsense":\n';
const verify = "verify http://127.0.0.1:9/v1 --api-key=the-key --pending-order=1,2";
/** The options that name a file to be read, `@` in its place. */
const options = [
  "mock --port=0 --profile @",
  "mock --port=0 --faults @",
  "mock --port=0 --fixtures @",
  "mock --port=0 --config @",
  "mock --port=0 --key /dev/null --cert @",
  "mock --port=0 --cert /dev/null --key @",
  `${verify} --baseline @`,
  `${verify} --compare @`,
  `${verify} --config @`,
  `${verify} --ca @`,
  `${verify} --client-key /dev/null --client-cert @`,
  `${verify} --client-cert /dev/null --client-key @`,
  "proxy http://127.0.0.1:9/v1 --port=0 --ca @",
  "fixtures --config @",
];

const makePipe = (path: string) => execFileSync("sh", ["-c", `mkfifo ${path}`]);
const place = (line: string, file: string) => line.replace("@", file).split(" ") as unknown as Line;

test.each(options)("a source without an end is refused in one line: %s", async (line) => {
  const tooLong = /Cannot read [a-z ]+ \/dev\/\S+: it has more than \d+ MB\. Give a smaller file\.$/;
  expect(await refusalOf(place(line, "/dev/zero"))).toMatch(tooLong);
});

/** Every fifth option, since one function reads them all. */
const sample = options.filter((_, index) => index % 5 === 0);

test.each(sample)("a pipe is read to its end, as a file is: %s", async (line) => {
  const file = fileIn("nonsense.json", nonsense);
  const pipe = join(file, "..", "pipe");
  const asFile = await refusalOf(place(line, file));
  makePipe(pipe);
  const writer = once(spawn("sh", ["-c", `cat ${file} > ${pipe}`]), "close");
  expect(await refusalOf(place(line, pipe))).toBe(asFile.replaceAll("nonsense.json", "pipe"));
  await writer;
});

test.each(["/dev/null", "pipe"])(
  "%s is refused as a baseline to prune, before a call is sent",
  async (name) => {
    const file = name === "pipe" ? pathOf(name) : name;
    if (name === "pipe") makePipe(file);
    const refusal = await refusalOf(place(`${verify} --prune-baseline --baseline @`, file));
    expect(refusal).toMatch(/Cannot read baseline \S+: it is not a regular file\. Save it to one\.\n?$/);
  },
);

test("a report that fails on a full disk does not keep other reports from being written", async () => {
  const outputs = "--reporter json=/dev/full --reporter terminal --reporter junit=junit.xml";
  const folder = createScratchFolder();
  const end = await runInShell(`$CLI verify --only list-orders/status ${outputs}`, folder);
  expect(end.stderr).toMatch(/^store-orders: Cannot write report \/dev\/full: the disk is full\.\n?$/);
  expect([end.code, end.stdout]).toEqual([2, expect.stringContaining("is tested in part")]);
  expect(readFileSync(join(folder, "junit.xml"), "utf8")).toContain("</testsuites>");
});

test("a signal ends a command for the key, with all that it started", async () => {
  const folder = createScratchFolder();
  const command = "sleep 60 & echo $! > pid; wait";
  const line = ["verify", "http://127.0.0.1:9/v1", "--pending-order=1,2", `--api-key-command=${command}`];
  await using running = startCli(line, { cwd: folder });
  const child = await vi.waitFor(
    () => Number(/\d+\n/.exec(readFileSync(join(folder, "pid"), "utf8"))![0]),
    20_000,
  );
  running.kill("SIGHUP");
  const { code, stderr } = await running.ended;
  expect([code, stderr]).toEqual([exitCodes.SIGHUP, expect.stringContaining("SIGHUP: no more calls")]);
  await vi.waitFor(() => expect(isRunning(child)).toBe(false), 5_000);
});

test.each([
  ["opening brackets", "(yes [ | tr -d '\\n' | head -c 60000000)", "JSON is nested deeper than 500 levels"],
  ["empty objects", "(printf [; yes '{},' | head -c 40000000)", "JSON has more than 4266667 values"],
  ["bytes", "yes x", "it has more than 64 MB. Give a smaller file"],
])("fixtures of many %s on standard input are refused with little memory", async (_name, source, fact) => {
  const line = `${source} | $CLI mock --port=0 --fixtures /dev/stdin`;
  const end = await runInShell(line, createScratchFolder());
  expect(end.stderr.trim()).toBe(`store-orders: Cannot read fixtures /dev/stdin: ${fact}.`);
  expect([end.code, end.stdout]).toEqual([2, ""]);
  expect(end.peakMiB).toBeLessThan(400);
});

test.each(["mock --port=0 --fixtures @", "verify --har @"])(
  "a signal ends the wait for a pipe whose writer sends nothing: %s",
  async (line) => {
    const folder = createScratchFolder();
    makePipe(join(folder, "pipe"));
    await using running = startCli(line.replace("@", "pipe").split(" "), { cwd: folder });
    const writer = await openForWriting(join(folder, "pipe"));
    running.kill("SIGINT");
    const { code, signal, stderr } = await running.ended;
    closeSync(writer);
    expect([signal ?? code, stderr]).toEqual(["SIGINT", ""]);
  },
);

/** Waits until the pipe has a reader. */
async function openForWriting(pipe: string): Promise<number> {
  for (;;) {
    try {
      return openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch (error) {
      expect((error as NodeJS.ErrnoException).code).toBe("ENXIO");
      await setTimeout(20);
    }
  }
}
