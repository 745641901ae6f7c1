/** Keys at the terminal of `store-orders mock`. */

import { readFileSync } from "node:fs";
import type { ReadStream } from "node:tty";
import type { ControlClient } from "../../mocks/client/control-client.ts";
import type { Control } from "../../mocks/control/control.ts";

/** A key with its description and its action; a sentence that the action returns is printed. */
export type KeyAction = readonly [
  key: string,
  words: string,
  act: () => string | undefined | Promise<string | undefined>,
];

/**
 * Whether this process is in the foreground of its terminal. In the background (`mock &`) the system would stop it when it
 * reads single keys.
 */
export async function isInFront(): Promise<boolean> {
  if (process.stdin.isTTY !== true) return false;
  if (process.platform === "win32") return true;
  const [group, groupInFront] = process.platform === "linux" ? groupsOfLinux() : await groupsOfPs();
  return group !== undefined && group === groupInFront;
}

/** The process group, and the terminal's foreground group: fields 5 and 8 of proc_pid_stat(5). */
function groupsOfLinux(): readonly (string | undefined)[] {
  const stat = readFileSync("/proc/self/stat", "utf8");
  const [, , group, , , inFront] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return [group, inFront];
}

async function groupsOfPs(): Promise<readonly (string | undefined)[]> {
  const { execFile } = await import("node:child_process");
  return new Promise((resolve) => {
    execFile("ps", ["-o", "pgid=,tpgid=", "-p", String(process.pid)], (_error, stdout) =>
      resolve(stdout.trim().split(/\s+/)),
    );
  });
}

type KeyMethods = "reset" | "faults" | "setFaults";

/**
 * The keys of a mock; they change the world of a key without a name.
 * @param control undefined where nothing can be changed
 */
export function mockKeys(
  control: Pick<Control, KeyMethods> | Pick<ControlClient, KeyMethods> | undefined,
  openPage: () => Promise<string | undefined>,
): readonly KeyAction[] {
  const done = (sentence: string, act: () => unknown) => async () => {
    await act();
    return sentence;
  };
  const open: KeyAction = ["o", "open the page in a browser", openPage];
  const quit: KeyAction = ["q", "quit", async () => interruptMock()];
  if (!control) return [open, quit];
  return [
    open,
    ["r", "put the orders back", done("The orders are as at the start.", () => control.reset())],
    [
      "f",
      "fail the next request",
      done("The next request is answered 503.", async () =>
        control.setFaults([...(await control.faults()), { fault: "status", status: 503, times: 1 }]),
      ),
    ],
    ["c", "clear the faults", done("There are no faults.", () => control.setFaults([]))],
    quit,
  ];
}

const interrupt = "\u0003";

function interruptMock(): undefined {
  process.kill(process.pid, "SIGINT");
}

/** The lines that `h` prints. */
export const formatKeys = (actions: readonly KeyAction[]): readonly string[] =>
  [...actions, ["h", "show these keys"] as const].map(([key, words]) => `  ${key}  ${words}`);

/**
 * Calls the action of each key that is pressed.
 * @param input a terminal, which is in raw mode until the end
 * @param say prints lines
 * @returns a function that ends this
 */
export function followKeys(
  input: Pick<ReadStream, "setRawMode" | "setEncoding" | "on" | "off" | "resume" | "pause">,
  actions: readonly KeyAction[],
  say: (lines: readonly string[]) => void,
): () => void {
  let pressed = Promise.resolve();
  const press = async (key: string) => {
    if (key === "h") say(formatKeys(actions));
    const action = actions.find(([own]) => own === key);
    try {
      const said = await action?.[2]();
      if (said !== undefined) say([said]);
    } catch (error) {
      say([(error as Error).message]);
    }
  };
  const read = (text: string) => {
    for (const key of text) {
      // A terminal in raw mode sends no signal for Ctrl-C.
      if (key === interrupt) interruptMock();
      // One after the other: the next may change what the last has set.
      else pressed = pressed.then(() => press(key));
    }
  };
  input.setRawMode(true);
  input.setEncoding("utf8");
  input.on("data", read);
  input.resume();
  return () => {
    input.off("data", read);
    input.setRawMode(false);
    input.pause();
  };
}
