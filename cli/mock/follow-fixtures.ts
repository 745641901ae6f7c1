/** `--watch`: every world starts over when the fixtures file changes, and a line says so. */

import type { Mock } from "../../mocks/mock.ts";
import type { Terminal } from "../terminal.ts";
import type { LogFormat } from "./request-log.ts";
import { watchFixtures } from "./watch-fixtures.ts";

/** @returns how to stop */
export function followFixtures(
  file: string,
  mock: Mock,
  format: LogFormat,
  terminal: Terminal,
): Promise<() => void> {
  // Nobody reads the log any more: no reason to stop serving.
  const write = (text: string) => void terminal.out(text).catch(() => undefined);
  const time = () => terminal.style("dim", new Date().toTimeString().slice(0, 8));
  const json = (facts: object) => write(`${JSON.stringify(facts)}\n`);

  return watchFixtures(file, {
    onOrders(fixtures) {
      const { orders } = mock.restart({ fixtures });
      if (format === "json") json({ event: "reloaded", fixtures: file, orders });
      if (format === "pretty") write(`${time()} ${file} reloaded: ${orders} orders\n`);
    },
    onBadFile(reason) {
      if (format === "json") json({ event: "reload-failed", fixtures: file, message: reason });
      const text = `${reason} The orders stay as they were.`;
      if (format === "pretty") write(`${time()} ${terminal.style("yellow", text)}\n`);
      if (format === "silent") terminal.err(`store-orders: ${text}\n`);
    },
  });
}
