/** Writes exchanges to a HAR file as they end. The file is a whole HAR after each write, whatever ends the process. */

import { closeSync, openSync, writeSync } from "node:fs";
import { type HarCreator, type HarEntry, harEnd, harStart } from "../../base/har.ts";

export interface HarRecorder {
  /** Written when it returns: a process that is killed has lost nothing that ended. */
  add(entry: HarEntry): void;
  close(): void;
}

/**
 * @param onTrouble told once, when the file cannot be written any more
 * @throws {NodeJS.ErrnoException} when it cannot be made
 */
export function createHarRecorder(
  file: string,
  creator: HarCreator,
  onTrouble: (error: Error) => void,
): HarRecorder {
  const descriptor = openSync(file, "w");
  const start = harStart(creator);
  /** Where the closing brackets stand, which the next entry takes the place of. */
  let end = 0;
  let separator = "";
  let isBroken = false;
  const put = (text: string) => {
    const bytes = Buffer.from(text + harEnd);
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(descriptor, bytes, done, bytes.length - done, end + done);
    }
    end += bytes.length - harEnd.length;
  };
  put(start);
  return {
    add(entry) {
      if (isBroken) return;
      try {
        // One call, so that there is no moment between the old end and the new one.
        put(separator + JSON.stringify(entry));
        separator = ",\n";
      } catch (error) {
        isBroken = true;
        onTrouble(error as Error);
      }
    },
    close: () => closeSync(descriptor),
  };
}
