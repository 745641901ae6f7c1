/** One line for each answered request, for people or for programs. */

import type { Terminal } from "../../cli/terminal.ts";
import type { AnsweredRequest } from "./mock-server.ts";

export const logFormats = ["pretty", "json", "silent"] as const;
export type LogFormat = (typeof logFormats)[number];

/**
 * @param secrets texts that must not appear, such as API keys in a query
 */
export function createRequestLog(
  format: LogFormat,
  terminal: Terminal,
  secrets: readonly string[],
): ((answer: AnsweredRequest) => void) | undefined {
  if (format === "silent") return undefined;
  const write = createBatchedWriter(terminal);
  const hide = (text: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, "***"), text);
  if (format === "json") {
    return ({ method, target, status, why, ms }) =>
      write(
        `${JSON.stringify({ event: "request", method, target: hide(target), status, why: hide(why), ms: Number(ms.toFixed(2)) })}\n`,
      );
  }
  return ({ method, target, status, why, ms }) => {
    const time = terminal.style("dim", new Date().toTimeString().slice(0, 8));
    const colour = status < 300 ? "green" : status < 500 ? "yellow" : "red";
    const code = terminal.style(colour, String(status));
    const line = `${time} ${code} ${method.padEnd(6)} ${hide(target)}`;
    write(`${line}  ${terminal.style("dim", `${hide(why)} (${ms.toFixed(1)} ms)`)}\n`);
  };
}

/** Lines of one turn of the event loop go out in one write. */
function createBatchedWriter(terminal: Terminal): (line: string) => void {
  let waiting = "";
  return (line) => {
    if (waiting === "") {
      setImmediate(() => {
        const lines = waiting;
        waiting = "";
        void terminal.out(lines);
      });
    }
    waiting += line;
  };
}
