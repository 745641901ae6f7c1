import { PassThrough } from "node:stream";
import { WriteStream } from "node:tty";
import { afterEach, expect, test, vi } from "vitest";
import { createTerminal } from "./terminal.ts";

afterEach(() => vi.unstubAllEnvs());

const { getColorDepth } = WriteStream.prototype;
const terminal = () => Object.assign(new PassThrough(), { isTTY: true, getColorDepth });

test.each([
  ["a terminal gets escape codes", terminal, "", "\u001b[1mtext\u001b[22m"],
  ["a terminal gets none where NO_COLOR is set", terminal, "1", "text"],
  ["a pipe gets none", () => new PassThrough(), "", "text"],
])("%s", async (_name, open, noColor, written) => {
  vi.stubEnv("TERM", "xterm-256color");
  for (const name of ["FORCE_COLOR", "CI"]) vi.stubEnv(name, undefined);
  vi.stubEnv("NO_COLOR", noColor);
  const stdout = open();
  const { out, style } = createTerminal({ stdout, stderr: new PassThrough() });
  await out(style("bold", "text"));
  expect(stdout.read().toString()).toBe(written);
});

test("a line that is drawn is cut to less than the width of the terminal, so that it has one row", () => {
  const stderr = Object.assign(new PassThrough(), { isTTY: true, columns: 20, getColorDepth });
  const { draw } = createTerminal({ stdout: new PassThrough(), stderr });
  draw("0 s, 12 requests, wait");
  draw("3 s");
  expect(stderr.read().toString()).toBe("\r\u001b[K0 s, 12 requests, …\r\u001b[K3 s");
});
