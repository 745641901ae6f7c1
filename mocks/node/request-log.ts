/** One line for each answered request, for people or for programs. */

import type { Terminal } from "../../cli/terminal.ts";
import type { AnsweredRequest } from "./serve-request.ts";

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
  const patterns = secretPatterns(secrets);
  const hide = (text: string) => patterns.reduce((rest, pattern) => rest.replace(pattern, "***"), text);
  /** A reason may quote the target cut short, and with it half a secret, which no pattern knows. */
  const hideWhy = (why: string, target: string, hidden: string) =>
    target === hidden ? hide(why) : "left out, as the address holds a secret";
  if (format === "json") {
    return ({ method, target, status, why, ms }) => {
      const hidden = hide(target);
      const facts = { method, target: hidden, status, why: hideWhy(why, target, hidden) };
      write(`${JSON.stringify({ event: "request", ...facts, ms: Number(ms.toFixed(2)) })}\n`);
    };
  }
  return ({ method, target, status, why, ms }) => {
    const hidden = hide(target);
    const time = terminal.style("dim", new Date().toTimeString().slice(0, 8));
    const colour = status < 300 ? "green" : status < 500 ? "yellow" : "red";
    const code = terminal.style(colour, String(status));
    const line = `${time} ${code} ${method.padEnd(6)} ${hidden}`;
    write(`${line}  ${terminal.style("dim", `${hideWhy(why, target, hidden)} (${ms.toFixed(1)} ms)`)}\n`);
  };
}

/** Each secret as it may stand in a target: any of its characters as itself or percent-encoded. */
function secretPatterns(secrets: readonly string[]): readonly RegExp[] {
  // The longest first: a key that begins with another would leave its end to be read.
  const longestFirst = secrets.toSorted((a, b) => b.length - a.length);
  return longestFirst.map((secret) => {
    const codes = [...secret].map((character) => character.charCodeAt(0).toString(16).padStart(2, "0"));
    return new RegExp(codes.map((code) => `(?:\\x${code}|%${code})`).join(""), "gi");
  });
}

/** Lines of one turn of the event loop go out in one write. */
function createBatchedWriter(terminal: Terminal): (line: string) => void {
  let waiting = "";
  return (line) => {
    if (waiting === "") {
      setImmediate(() => {
        const lines = waiting;
        waiting = "";
        // A log that cannot be written is no reason to stop serving.
        terminal.out(lines).catch(() => undefined);
      });
    }
    waiting += line;
  };
}
