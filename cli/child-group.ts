/** A child process in a group of its own, so that its children end with it. */

import type { ChildProcess } from "node:child_process";

export interface ChildGroup extends Disposable {
  send(signal: NodeJS.Signals): void;
}

/**
 * Kills a child when this process ends, or when the group is disposed of.
 * @param isLeader whether the child leads a process group
 */
export function holdChild(child: ChildProcess, isLeader: boolean): ChildGroup {
  const send = (signal: NodeJS.Signals) => {
    if (child.pid === undefined) return;
    try {
      if (isLeader) process.kill(-child.pid, signal);
      else child.kill(signal);
    } catch {
      // The whole group has ended.
    }
  };
  const kill = () => send("SIGKILL");
  process.once("exit", kill);
  return {
    send,
    [Symbol.dispose]() {
      process.off("exit", kill);
      kill();
    },
  };
}
