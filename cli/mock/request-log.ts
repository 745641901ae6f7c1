/** One line for each answered request, for people or for programs. */

import { createCleaners } from "../../base/secrets.ts";
import type { AnsweredRequest } from "../../mocks/adapters/server/serve-request.ts";
import { startWorldName } from "../../mocks/http/world.ts";
import { hideReason, pairsOf } from "../../mocks/journal/journal-entry.ts";
import { controlPaths } from "../../spec/control-protocol.ts";
import type { Terminal } from "../terminal.ts";

export const logFormats = ["pretty", "json", "silent"] as const;
export type LogFormat = (typeof logFormats)[number];

/**
 * @param secrets texts that must not appear, such as API keys in a query
 * @param logsHealth whether checks of health that succeed are logged
 */
export function createRequestLog(
  format: LogFormat,
  terminal: Terminal,
  secrets: readonly string[],
  logsHealth: boolean,
): ((answer: AnsweredRequest) => void) | undefined {
  const log = createLog(format, terminal, secrets);
  if (!log || logsHealth) return log;
  return (answer) => {
    // A load balancer asks each second.
    const isHealthy = answer.status === 200 && answer.target.split("?", 1)[0] === controlPaths.health;
    if (!isHealthy) log(answer);
  };
}

function createLog(
  format: LogFormat,
  terminal: Terminal,
  secrets: readonly string[],
): ((answer: AnsweredRequest) => void) | undefined {
  if (format === "silent") return undefined;
  const write = createBatchedWriter(
    format === "json" ? (lines) => terminal.json(lines.map((line) => `${line}\n`).join("")) : terminal.out,
  );
  const cleaners = createCleaners(secrets);
  /** A text without the keys, and without credentials of the request. */
  const clean = ({ method, target, headers, why }: AnsweredRequest) => {
    const { hide } = cleaners({ headers: pairsOf(headers, false), texts: [target] });
    const shown = hide(target);
    return { method: hide(method), target: shown, why: hideReason(why, shown !== target, hide) };
  };
  if (format === "json") {
    return (answer) => {
      const { status, world, ms } = answer;
      const { method, target, why } = clean(answer);
      const facts = { time: new Date().toISOString(), world, method, target, status, why };
      write(JSON.stringify({ event: "request", ...facts, ms: Number(ms.toFixed(2)) }));
    };
  }
  return (answer) => {
    const { status, world, ms } = answer;
    const { method, target, why } = clean(answer);
    const time = terminal.style("dim", new Date().toTimeString().slice(0, 8));
    const colour = status === 0 ? "red" : status < 300 ? "green" : status < 500 ? "yellow" : "red";
    const code = terminal.style(colour, String(status));
    const reason = `${why} (${ms.toFixed(1)} ms)`;
    const where = world === startWorldName ? "" : ` ${terminal.style("cyan", world)}`;
    write(`${time} ${code}${where} ${method.padEnd(6)} ${target}  ${terminal.style("dim", reason)}`);
  };
}

/**
 * Lines of one turn of the event loop are written at once: a fifth to a third more lists a second than with a write for
 * each.
 */
function createBatchedWriter(write: (lines: readonly string[]) => Promise<boolean>): (line: string) => void {
  let waiting: string[] = [];
  const flush = () => {
    const lines = waiting;
    waiting = [];
    // A log that cannot be written does not stop the mock.
    write(lines).catch(() => undefined);
  };
  return (line) => {
    if (waiting.push(line) === 1) setImmediate(flush);
  };
}
