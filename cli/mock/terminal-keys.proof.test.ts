import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";

/** Runs a command on a terminal of its own, and presses each key when the text before it has come. */
const script = `
import json, os, pty, re, sys
keys = [(text.encode(), key.encode()) for text, key in json.loads(sys.argv[1])]
seen = b""
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[2], sys.argv[2:])
while True:
    try:
        piece = os.read(terminal, 4096)
    except OSError:
        break
    if not piece:
        break
    seen += piece
    if keys and keys[0][0] in seen:
        os.write(terminal, keys.pop(0)[1])
sys.stdout.write(re.sub(rb"\x1b\\[[0-9;]*m", b"", seen).decode())
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;

async function runInTerminal(keys: readonly (readonly [text: string, key: string])[], ...command: string[]) {
  const args = ["-c", script, JSON.stringify(keys), ...command];
  const child = spawn("python3", args, { stdio: ["ignore", "pipe", "inherit"] });
  const [printed] = await Promise.all([text(child.stdout), once(child, "close")]);
  return { code: child.exitCode, printed };
}

test.each([
  ["q", "q"],
  ["Ctrl-C", "\x03"],
])("on a terminal, keys control the mock, and %s ends it with exit code 0", async (_name, last) => {
  const keys = [
    ["h shows keys", "h"],
    ["q  quit", "f"],
    ["answered 503", last],
  ] as const;
  const { code, printed } = await runInTerminal(keys, process.execPath, "cli.ts", "mock", "--port=0");
  expect(printed).toContain("f  fail the next request");
  expect(printed).toContain("The next request is answered 503.");
  expect([code, printed]).toEqual([0, expect.stringContaining("stopped")]);
});

test("in the background of a terminal the mock goes on, since it reads no keys", async () => {
  const mock = `"${process.execPath}" cli.ts mock --port=0`;
  const wait = `for i in $(seq 100); do jobs | grep -q Running || break; sleep 0.02; done`;
  const { printed } = await runInTerminal(
    [],
    "bash",
    "-ic",
    `set -m; ${mock} & ${wait}; jobs; kill %1; wait`,
  );
  expect(printed).toContain("Ctrl-C stops it.");
  expect(printed).not.toContain("h shows keys");
  expect(printed).not.toContain("Stopped");
});
