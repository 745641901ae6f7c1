/** What the proxy does with each exchange that passes: judges the API's, records all. */

import { kitName, kitVersion } from "../../spec/kit-version.ts";
import type { HeaderList } from "../history/exchange.ts";
import type { TrafficJudge } from "../judge-traffic.ts";
import { harEntryOf, strayText } from "./har-entry.ts";
import { createHarRecorder } from "./har-recorder.ts";
import type { KeyNames } from "./key-names.ts";
import type { ExchangeListener, PassingExchange } from "./passing-exchange.ts";
import { pathBelow, toExchange } from "./to-exchange.ts";

export interface TrafficOptions {
  readonly target: URL;
  /** Path of the base address, without a slash at its end. */
  readonly basePath: string;
  readonly keys: KeyNames;
  readonly judge: TrafficJudge;
  /** HAR file to write. */
  readonly record?: string | undefined;
  readonly onTrouble: (message: string) => void;
}

export interface TrafficWatch {
  readonly listener: ExchangeListener;
  /** Exchanges of the API whose answers could not be judged: too large, or in a coding nobody knows. */
  readonly unread: () => number;
  close(): void;
}

/** On an answer that breaks a requirement: which. */
export const violationsHeader = "x-store-orders-violations";

/** Bytes of a body that are kept until it was judged. A list of 100,000 orders has about 10 MB. */
const mostJudgedBytes = 64 * 1024 * 1024;
/** Bytes of a body that only goes into a recording. */
const mostRecordedBytes = 4 * 1024 * 1024;
/** Longer answers are judged when they have gone out: reading them takes time. */
const mostBytesBefore = 64 * 1024;
/** Clients refuse answers with heads of 16 KiB. */
const mostHeaderIds = 40;

/** @throws {NodeJS.ErrnoException} when the recording cannot be made */
export function watchTraffic(options: TrafficOptions): TrafficWatch {
  const { target, basePath, keys, judge, record, onTrouble } = options;
  const recorder =
    record === undefined
      ? undefined
      : createHarRecorder(record, { name: `${kitName} proxy`, version: kitVersion }, (error) =>
          onTrouble(`Cannot write the recording ${record} any more: ${error.message}.`),
        );
  const recorded = recorder ? mostRecordedBytes : 0;
  const judged = new WeakSet<PassingExchange>();
  const strays = new WeakSet<PassingExchange>();
  const places = new WeakMap<PassingExchange, number>();
  let unread = 0;

  const judgeNow = (passing: PassingExchange): readonly string[] => {
    judged.add(passing);
    if (pathBelow(passing.request.target, basePath) === undefined) return [];
    const exchange = toExchange(passing, basePath);
    if (!exchange) {
      unread++;
      return [];
    }
    return judge.judge(exchange);
  };

  return {
    unread: () => unread,
    listener: {
      copyLimit: (path) => ({
        request: recorded,
        answer: pathBelow(path, basePath) === undefined ? recorded : mostJudgedBytes,
      }),
      answered(passing) {
        const { isWholeAtOnce, answer } = passing;
        if (isWholeAtOnce && answer!.body.size <= mostBytesBefore) return headersFor(judgeNow(passing));
        const exchange = toExchange(passing, basePath, true);
        return exchange ? headersFor(judge.preview(exchange)) : [];
      },
      ended(passing) {
        if (!judged.has(passing)) judgeNow(passing);
        if (recorder) places.set(passing, recorder.add(harEntryOf(passing, target.origin, keys)));
      },
      strayed(passing) {
        const entry = places.get(passing);
        if (entry !== undefined) recorder?.addStray({ entry, text: strayText(passing.answer!, keys) });
        if (!judged.has(passing) || strays.has(passing)) return;
        strays.add(passing);
        const exchange = toExchange(passing, basePath);
        if (exchange) judge.addStray(exchange);
      },
    },
    close: () => recorder?.close(),
  };
}

/** Exposed, so that a page of another origin can read it. */
function headersFor(ids: readonly string[]): HeaderList {
  if (ids.length === 0) return [];
  const shown = ids.slice(0, mostHeaderIds);
  const more = ids.length > shown.length ? ["..."] : [];
  return [
    [violationsHeader, [...shown, ...more].join(", ")],
    ["Access-Control-Expose-Headers", violationsHeader],
  ];
}
