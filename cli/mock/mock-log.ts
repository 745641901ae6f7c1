/** The log of a mock: a line for each answered request and for each event, for people or for programs. */

import { createCleaners } from "../../base/secrets.ts";
import type { AnsweredRequest } from "../../mocks/adapters/server/serve-request.ts";
import { startWorldName } from "../../mocks/http/world.ts";
import { hideReason, pairsOf } from "../../mocks/journal/journal-entry.ts";
import { controlPaths } from "../../spec/control-protocol.ts";
import type { Terminal } from "../terminal.ts";

export const logFormats = ["pretty", "json", "silent"] as const;
type LogFormat = (typeof logFormats)[number];
type Facts = Readonly<Record<string, unknown>>;

export type MockLog = ReturnType<typeof createMockLog>;

export function createMockLog(format: LogFormat, { style, out, json }: Terminal) {
  let waiting: string[] = [];
  /**
   * Lines of one turn of the event loop are written at once: a fifth to a third more lists a second than with a write for
   * each.
   */
  const flush = () => {
    const lines = waiting;
    waiting = [];
    if (lines.length === 0) return;
    const written = format === "json" ? json(lines.map((line) => `${line}\n`).join("")) : out(lines);
    // A log that cannot be written does not stop the mock.
    written.catch(() => undefined);
  };
  /** @param words makes the line for people */
  const add = (event: string, facts: Facts, words: () => string) => {
    const now = new Date();
    const line =
      format === "json"
        ? JSON.stringify({ event, time: now.toISOString(), ...facts })
        : `${style("dim", now.toTimeString().slice(0, 8))} ${words()}`;
    if (waiting.push(line) === 1) setImmediate(flush);
  };
  const wordsOf = ({ status, world, ms }: AnsweredRequest, method: string, target: string, why: string) => {
    const colour = status === 0 ? "red" : status < 300 ? "green" : status < 500 ? "yellow" : "red";
    const where = world === startWorldName ? "" : ` ${style("cyan", world)}`;
    const reason = style("dim", `${why} (${ms.toFixed(1)} ms)`);
    return `${style(colour, String(status))}${where} ${method.padEnd(6)} ${target}  ${reason}`;
  };
  return {
    isSilent: format === "silent",
    /** Writes a line about the mock itself. @param words for people */
    report(event: string, facts: Facts, words: string, isTrouble = false): void {
      if (format === "silent") return;
      add(event, facts, () => (isTrouble ? style("yellow", words) : words));
      flush();
    },
    /**
     * @param secrets texts that must not appear, such as API keys in a query
     * @param logsHealth whether checks of health that succeed are logged
     * @returns the listener of answers; undefined for a silent log
     */
    requests(
      secrets: readonly string[],
      logsHealth: boolean,
    ): ((answer: AnsweredRequest) => void) | undefined {
      if (format === "silent") return undefined;
      const cleaners = createCleaners(secrets);
      return (answer) => {
        const { target, headers, status, world, ms } = answer;
        // A load balancer asks each second.
        if (!logsHealth && status === 200 && target.split("?", 1)[0] === controlPaths.health) return;
        const { hide } = cleaners({ headers: pairsOf(headers, false), texts: [target] });
        const shown = hide(target);
        const method = hide(answer.method);
        const why = hideReason(answer.why, shown !== target, hide);
        const facts = { world, method, target: shown, status, why, ms: Number(ms.toFixed(2)) };
        add("request", facts, () => wordsOf(answer, method, shown, why));
      };
    },
  };
}
