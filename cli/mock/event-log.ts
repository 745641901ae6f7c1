/** Lines of the log about the mock itself, between those about requests. */

import type { Terminal } from "../terminal.ts";
import type { LogFormat } from "./request-log.ts";

interface EventFacts {
  readonly event: string;
  readonly [name: string]: unknown;
}

export interface EventLog {
  /**
   * @param facts of the JSON line
   * @param words of the line for people
   * @param look default: plain
   */
  report(facts: EventFacts, words: string, look?: "plain" | "trouble"): void;
}

export function createEventLog(format: LogFormat, terminal: Terminal): EventLog {
  // A log that cannot be written does not stop the mock.
  const ignore = () => undefined;
  return {
    report({ event, ...facts }, words, look = "plain") {
      const now = new Date();
      const line = `${JSON.stringify({ event, time: now.toISOString(), ...facts })}\n`;
      if (format === "json") terminal.json(line).catch(ignore);
      if (format !== "pretty") return;
      const time = terminal.style("dim", now.toTimeString().slice(0, 8));
      terminal.out([`${time} ${look === "trouble" ? terminal.style("yellow", words) : words}`]).catch(ignore);
    },
  };
}
