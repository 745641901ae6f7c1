/** Writes exchanges to a HAR file as they end. The file is a whole HAR after each write, whatever ends the process. */

import { closeSync, fstatSync, openSync, realpathSync, statSync, unlinkSync, writeSync } from "node:fs";
import { type HarStray, harEnd, harStart } from "../../base/har.ts";
import { kitName, kitVersion } from "../../spec/kit-version.ts";
import type { harEntryOf } from "./har-entry.ts";

/** They are written again with each entry. */
const maxStrays = 100;
const maxStrayCharacters = 256;

/**
 * @param onTrouble called once, when the file cannot be written any more
 * @throws {NodeJS.ErrnoException} when it cannot be made
 */
export function createHarRecorder(file: string, onTrouble: (error: Error) => void) {
  makeWay(file);
  const descriptor = openSync(file, "w");
  const isFile = fstatSync(descriptor).isFile();
  /** Position of the closing brackets, which the next entry overwrites. */
  let end = 0;
  let separator = "";
  let isBroken = false;
  let count = 0;
  const strays = new Map<number, string>();
  let ending = harEnd();
  const put = (text: string) => {
    if (isBroken) return;
    try {
      if (isFile && fstatSync(descriptor).nlink === 0) throw new Error("it was removed or replaced");
      // One call, so that there is no moment between the old end and the new one.
      const bytes = Buffer.from(text + ending);
      for (let done = 0; done < bytes.length; ) {
        done += writeSync(descriptor, bytes, done, bytes.length - done, end + done);
      }
      end += bytes.length - Buffer.byteLength(ending);
    } catch (error) {
      isBroken = true;
      onTrouble(error as Error);
    }
  };
  put(harStart({ name: `${kitName} proxy`, version: kitVersion }));
  return {
    /** Written when it returns: a process that is killed has lost nothing that ended. @returns the entry's place */
    add(entry: ReturnType<typeof harEntryOf>): number {
      put(separator + JSON.stringify(entry));
      separator = ",\n";
      return count++;
    },
    /** All bytes so far that came behind an answer after its entry had been written. */
    addStray({ entry, text }: HarStray) {
      if (strays.size >= maxStrays && !strays.has(entry)) return;
      const shown = text.slice(0, maxStrayCharacters);
      // The file never becomes shorter.
      if (shown.length <= (strays.get(entry)?.length ?? 0)) return;
      strays.set(entry, shown);
      ending = harEnd(Array.from(strays, ([place, bytes]) => ({ entry: place, text: bytes })));
      put("");
    },
    close: () => closeSync(descriptor),
  };
}

/** Another program may be writing to a file of this name: that one stays its own. */
function makeWay(file: string): void {
  try {
    const path = realpathSync(file);
    if (statSync(path).isFile()) unlinkSync(path);
  } catch {
    // There is no such file, or it can only be overwritten.
  }
}
