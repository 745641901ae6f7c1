/** What the numbers were taken on. */

import { readFileSync } from "node:fs";
import { arch, cpus, release, totalmem, type } from "node:os";
import { formatBytes } from "./numbers.ts";

/** Label and value, for the report's head. */
export function describeMachine(): readonly (readonly [string, string])[] {
  const cores = cpus();
  return [
    ["Processor", `${cores[0]?.model.trim() ?? "unknown"}, ${cores.length} cores`],
    ["Memory", formatBytes(totalmem())],
    ["System", `${systemName()}, ${type()} ${release()}, ${arch()}`],
    ["Node", process.version],
  ];
}

function systemName(): string {
  try {
    return /^PRETTY_NAME="(.*)"$/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1] ?? type();
  } catch {
    return type();
  }
}
