/** Follows a fixtures file (`--watch`): whenever it changes, its orders are handed on. */

import { type FSWatcher, watch } from "node:fs";
import { readFile, realpath } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { BadInput } from "../../base/bad-input.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { parseFixtures } from "../../fixtures/parse-fixtures.ts";

export interface FixturesListener {
  onOrders(orders: readonly FixtureOrder[]): void;
  /** The file cannot be used; what was served before stays. */
  onBadFile(reason: string): void;
}

/** Editors write a file in several steps; it is read once they have been still for so long. */
const stillMs = 80;

/**
 * Watches the folder, not the file: many editors put a new file in the place of the old one.
 * @param file as a person named it
 * @returns how to stop
 * @throws {BadInput} when the system cannot watch
 */
export async function watchFixtures(file: string, listener: FixturesListener): Promise<() => void> {
  let text = await readFile(file, "utf8").catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  let last = Promise.resolve();

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
      listener.onOrders(parseFixtures(next, file));
    } catch (error) {
      listener.onBadFile((error as Error).message);
    }
  }

  // A link is followed too: what it points to changes elsewhere.
  const real = await realpath(file).catch(() => resolve(file));
  const watchers = [...new Set([resolve(file), real])].map((path) => watchName(path, schedule));
  function schedule(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      last = last.then(look);
    }, stillMs);
  }
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };

  function watchName(path: string, onChange: () => void): FSWatcher {
    try {
      const watcher = watch(dirname(path), (_event, name) => {
        if (name === null || name === basename(path)) onChange();
      });
      // The folder itself went away, say: there is no more to follow.
      return watcher.on("error", (error) => listener.onBadFile(`${cannot(file)}: ${error.message}.`));
    } catch (error) {
      throw new BadInput(`${cannot(file)}: ${(error as Error).message}.`);
    }
  }
}

const cannot = (file: string) => `Cannot watch fixtures ${file}`;
