/** `--watch`: every world starts over when the fixtures file changes, and a line says so. */

import { type FSWatcher, watch } from "node:fs";
import { readFile, realpath } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { BadInput } from "../../base/bad-input.ts";
import { parseFixtures } from "../../fixtures/parse-fixtures.ts";
import type { Mock } from "../../mocks/mock.ts";
import type { Terminal } from "../terminal.ts";
import type { LogFormat } from "./request-log.ts";

/** Editors write a file in several steps; it is read once they have been still for so long. */
const stillMs = 80;

/**
 * Watches the folder, not the file: many editors put a new file in the place of the old one.
 * @param file as a person named it
 * @returns how to stop
 * @throws {BadInput} when the system cannot watch
 */
export async function followFixtures(
  file: string,
  mock: Mock,
  format: LogFormat,
  terminal: Terminal,
): Promise<() => void> {
  const cannot = `Cannot watch fixtures ${file}`;
  let text = await readFile(file, "utf8").catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  let last = Promise.resolve();

  // Nobody reads the log any more: no reason to stop serving.
  const write = (words: string) => void terminal.out(words).catch(() => undefined);
  const tell = (facts: object, words: string) => {
    if (format === "json") write(`${JSON.stringify(facts)}\n`);
    const time = terminal.style("dim", new Date().toTimeString().slice(0, 8));
    if (format === "pretty") write(`${time} ${words}\n`);
  };
  function refuse(reason: string): void {
    const words = `${reason} The orders stay as they were.`;
    tell({ event: "reload-failed", fixtures: file, message: reason }, terminal.style("yellow", words));
    if (format === "silent") terminal.err(`store-orders: ${words}\n`);
  }

  async function look(): Promise<void> {
    const next = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => error);
    // The same text again is no change, however often it was written.
    const nextText = typeof next === "string" ? next : undefined;
    if (nextText === text) return;
    text = nextText;
    try {
      if (typeof next !== "string") {
        const fact = next.code === "ENOENT" ? "it is gone" : (next.code ?? next.message);
        throw new BadInput(`Cannot read fixtures ${file}: ${fact}.`);
      }
      const { orders } = mock.restart({ fixtures: parseFixtures(next, file) });
      tell({ event: "reloaded", fixtures: file, orders }, `${file} reloaded: ${orders} orders`);
    } catch (error) {
      refuse((error as Error).message);
    }
  }

  function watchName(path: string): FSWatcher {
    try {
      const watcher = watch(dirname(path), (_event, name) => {
        if (name !== null && name !== basename(path)) return;
        clearTimeout(timer);
        timer = setTimeout(() => {
          last = last.then(look);
        }, stillMs);
      });
      // The folder itself went away, say: there is no more to follow.
      return watcher.on("error", (error) => refuse(`${cannot}: ${error.message}.`));
    } catch (error) {
      throw new BadInput(`${cannot}: ${(error as Error).message}.`);
    }
  }

  // A link is followed too: what it points to changes elsewhere.
  const real = await realpath(file).catch(() => resolve(file));
  const watchers = [...new Set([resolve(file), real])].map(watchName);
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
