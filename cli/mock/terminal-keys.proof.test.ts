import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";

/** Runs the mock on a terminal of its own, presses each key when its text has come, and gives what it printed. */
const script = `
import os, pty, re, sys
keys = [(b"h shows keys", b"h"), (b"q  quit", b"f"), (b"answered 503", sys.argv[1].encode().decode("unicode_escape").encode())]
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

test.each([
  ["q", "q"],
  ["Ctrl-C", "\\x03"],
])("on a terminal, keys control the mock, and %s ends it with exit code 0", async (_name, last) => {
  const mock = [process.execPath, "cli.ts", "mock", "--port=0"];
  const child = spawn("python3", ["-c", script, last, ...mock], { stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (piece: string) => {
    printed += piece;
  });
  const [code] = await once(child, "close");
  expect(printed).toContain("f  fail the next request");
  expect(printed).toContain("The next request is answered 503.");
  expect([code, printed]).toEqual([0, expect.stringContaining("stopped")]);
});

/** Runs a script of bash, whose jobs have a terminal. */
const inTerminal = `
import os, pty, sys
pid, terminal = pty.fork()
if pid == 0:
    os.execvp("bash", ["bash", "-ic", sys.argv[1]])
seen = b""
while True:
    try:
        piece = os.read(terminal, 4096)
    except OSError:
        break
    if not piece:
        break
    seen += piece
sys.stdout.write(seen.decode())
`;

test("in the background of a terminal the mock goes on, since it reads no keys", async () => {
  const mock = `"${process.execPath}" cli.ts mock --port=0`;
  const wait = `for i in $(seq 100); do jobs | grep -q Running || break; sleep 0.02; done`;
  const script = `set -m; ${mock} & ${wait}; jobs; kill %1; wait`;
  const child = spawn("python3", ["-c", inTerminal, script], { stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (piece: string) => {
    printed += piece;
  });
  await once(child, "close");
  expect(printed).toContain("Ctrl-C stops it.");
  expect(printed).not.toContain("h shows keys");
  expect(printed).not.toContain("Stopped");
});
