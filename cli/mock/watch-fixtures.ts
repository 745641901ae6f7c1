/** `--watch`: every world starts over when the fixtures file changes, and a line says so. */

import { unwatchFile, watchFile } from "node:fs";
import { parseFixtures } from "../../fixtures/parse-fixtures.ts";
import type { Mock } from "../../mocks/mock.ts";
import { readRegularFile } from "../read-input.ts";
import type { Terminal } from "../terminal.ts";
import type { EventLog } from "./event-log.ts";
import type { LogFormat } from "./request-log.ts";

/** Editors write a file in several steps; it is read once they have been still for this time. */
const stillMs = 80;

/** @returns how to stop */
export function followFixtures(
  file: string,
  mock: Mock,
  format: LogFormat,
  terminal: Terminal,
  { report }: EventLog,
): () => void {
  let text: string | undefined = readRegularFile(file, "fixtures");
  let timer: NodeJS.Timeout | undefined;

  function reload(): void {
    const before = text;
    text = undefined;
    try {
      text = readRegularFile(file, "fixtures");
      // The same text again is no change, however often it was written.
      if (text === before) return;
      const { orders } = mock.restart({ fixtures: parseFixtures(text, file) });
      report({ event: "reloaded", fixtures: file, orders }, `${file} reloaded: ${orders} orders`);
    } catch (error) {
      if (text === before) return;
      const { message: reason } = error as Error;
      const words = `${reason} The orders stay as they were.`;
      report({ event: "reload-failed", fixtures: file, message: reason }, words, "trouble");
      if (format === "silent") terminal.warn(words);
    }
  }

  const reloadSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(reload, stillMs);
  };
  // It follows links, and sees a new file in the place of the old one.
  watchFile(file, { interval: 100 }, reloadSoon);
  // A change before the first look at the file would not be seen.
  reloadSoon();
  return () => {
    clearTimeout(timer);
    unwatchFile(file);
  };
}
