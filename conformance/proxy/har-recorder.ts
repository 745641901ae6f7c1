/** Writes exchanges to a HAR file as they end. The file is a complete HAR after each write, whatever ends the process. */

import { closeSync, fstatSync, openSync, realpathSync, statSync, unlinkSync, writeSync } from "node:fs";
import { harEnd, harStart } from "../../base/har.ts";
import { kitName, kitVersion } from "../../spec/kit-version.ts";
import type { harEntryOf } from "./har-entry.ts";

/**
 * @param onTrouble called once, when the file can no longer be written
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
  const put = (text: string) => {
    if (isBroken) return;
    try {
      if (isFile && fstatSync(descriptor).nlink === 0) throw new Error("it was removed or replaced");
      // One call, so that there is no moment between the old end and the new one.
      const bytes = Buffer.from(text + harEnd);
      for (let done = 0; done < bytes.length; ) {
        done += writeSync(descriptor, bytes, done, bytes.length - done, end + done);
      }
      end += bytes.length - Buffer.byteLength(harEnd);
    } catch (error) {
      isBroken = true;
      onTrouble(error as Error);
    }
  };
  put(harStart({ name: `${kitName} proxy`, version: kitVersion }));
  return {
    /** Written when it returns: a process that is killed has lost nothing that was added. */
    add(entry: ReturnType<typeof harEntryOf>): void {
      put(separator + JSON.stringify(entry));
      separator = ",\n";
    },
    close: () => closeSync(descriptor),
  };
}

/** Replaces a file of this name, since another program may be writing to it. */
function makeWay(file: string): void {
  try {
    const path = realpathSync(file);
    if (statSync(path).isFile()) unlinkSync(path);
  } catch {
    // There is no such file, or it can only be overwritten.
  }
}
