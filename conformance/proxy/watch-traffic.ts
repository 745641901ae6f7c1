/** What the proxy does with each exchange that passes: judges the API's, records all. */

import { kitName, kitVersion } from "../../spec/kit-version.ts";
import { harEntryOf } from "./har-entry.ts";
import { createHarRecorder } from "./har-recorder.ts";
import type { KeyNames } from "./key-names.ts";
import type { ExchangeListener } from "./passing-exchange.ts";

export interface TrafficOptions {
  readonly target: URL;
  /** Path of the base address, without a slash at its end. */
  readonly basePath: string;
  readonly keys: KeyNames;
  /** HAR file to write. */
  readonly record?: string | undefined;
  readonly onTrouble: (message: string) => void;
}

export interface TrafficWatch {
  readonly listener: ExchangeListener;
  close(): void;
}

/** Bytes of a body that are kept until it was judged. A list of 100,000 orders has about 10 MB. */
const mostJudgedBytes = 64 * 1024 * 1024;
/** Bytes of a body that only goes into a recording. */
const mostRecordedBytes = 4 * 1024 * 1024;

/** @throws {NodeJS.ErrnoException} when the recording cannot be made */
export function watchTraffic(options: TrafficOptions): TrafficWatch {
  const { target, basePath, keys, record, onTrouble } = options;
  const recorder =
    record === undefined
      ? undefined
      : createHarRecorder(record, { name: `${kitName} proxy`, version: kitVersion }, (error) =>
          onTrouble(`Cannot write the recording ${record} any more: ${error.message}.`),
        );
  const isApi = (path: string) => path.startsWith(`${basePath}/`);
  const recorded = recorder ? mostRecordedBytes : 0;
  return {
    listener: {
      copyLimit: (path) => ({ request: recorded, answer: isApi(path) ? mostJudgedBytes : recorded }),
      answered: () => [],
      ended: (exchange) => recorder?.add(harEntryOf(exchange, target.origin, keys)),
      strayed: () => undefined,
    },
    close: () => recorder?.close(),
  };
}
