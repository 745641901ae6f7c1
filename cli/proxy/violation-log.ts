/** Tells of violations as they are seen: each once, and again when it was seen ten times as often. */

import type { Violation } from "../../conformance/judge-traffic.ts";
import { printable } from "../../conformance/report/reporters/page.ts";
import type { Terminal } from "../terminal.ts";

export function createViolationLog(terminal: Terminal): (violation: Violation) => void {
  return ({ requirement: { id, level, title }, count, message }) => {
    if (!/^10*$/.test(String(count))) return;
    const outcome = level === "must" ? "FAIL" : "WARN";
    const lines =
      count === 1
        ? [`${outcome}  ${id}  ${title}`, `      ${message}`]
        : [`${outcome}  ${id}  seen ${count} times`];
    terminal.err(`${lines.map(printable).join("\n")}\n`);
  };
}
