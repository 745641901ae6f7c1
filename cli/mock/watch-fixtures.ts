/** `--watch`: every world is reset when the fixtures file changes, with a line in the output. */

import { unwatchFile, watchFile } from "node:fs";
import { parseFixtures } from "../../fixtures/parse-fixtures.ts";
import type { Mock } from "../../mocks/mock.ts";
import { readRegularFile } from "../read-input.ts";
import type { Terminal } from "../terminal.ts";
import type { MockLog } from "./mock-log.ts";

/** Time in ms without a change before the file is read: editors write it in several steps. */
const stillMs = 80;

/** @returns a function that stops */
export function followFixtures(
  file: string,
  mock: Mock,
  terminal: Terminal,
  { report, isSilent }: MockLog,
): () => void {
  let text: string | undefined = readRegularFile(file, "fixtures");
  let timer: NodeJS.Timeout | undefined;

  function reload(): void {
    const before = text;
    text = undefined;
    try {
      text = readRegularFile(file, "fixtures");
      // The same text is not a change, however often it is written.
      if (text === before) return;
      const { orders } = mock.restart({ fixtures: parseFixtures(text, file) });
      report("reloaded", { fixtures: file, orders }, `${file} reloaded: ${orders} orders`);
    } catch (error) {
      if (text === before) return;
      const { message: reason } = error as Error;
      const words = `${reason} The orders stay as they were.`;
      report("reload-failed", { fixtures: file, message: reason }, words, true);
      if (isSilent) terminal.warn(words);
    }
  }

  const reloadSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(reload, stillMs);
  };
  // It follows links, and notices a new file in place of the old one.
  watchFile(file, { interval: 100 }, reloadSoon);
  // A change before the first check of the file would not be noticed.
  reloadSoon();
  return () => {
    clearTimeout(timer);
    unwatchFile(file);
  };
}
