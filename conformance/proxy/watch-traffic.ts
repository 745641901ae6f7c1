/** Handles each exchange of the proxy: judges those of the API, records all. */

import { type Exchange, type HeaderList, headerOf, type OutgoingRequest } from "../evidence/exchange.ts";
import type { Call } from "../evidence/read-call.ts";
import type { TrafficJudge } from "../judge-traffic.ts";
import type { Cleaners } from "../report/hide-secrets.ts";
import type { Requirement } from "../requirements/requirement.ts";
import { decodeContent, decodeNow } from "../targets/http/decode-content.ts";
import { pause } from "../targets/pacing.ts";
import { createHarRecorder, harEntryOf, maxRecordedBytes } from "./har-recorder.ts";
import type { ExchangeListener, PassingAnswer, PassingExchange } from "./passing-exchange.ts";

export interface TrafficOptions {
  readonly target: URL;
  /** Path of the base address, without a slash at its end. */
  readonly basePath: string;
  readonly cleaners: Cleaners;
  readonly judge: TrafficJudge;
  /** HAR file to write. */
  readonly record?: string | undefined;
  readonly onTrouble: (message: string) => void;
}

/** Headers of an answer that breaks requirements: the ids of the musts, and of the shoulds. */
const violationHeaders = {
  must: "x-store-orders-violations",
  should: "x-store-orders-warnings",
} as const satisfies Record<Requirement["level"], string>;

/** Time in ms in which bytes that follow a 204 come into its entry of a recording. */
const strayMs = 250;
/** Maximum number of bytes of a body that are kept until it is judged. A list of 100,000 orders has about 10 MB. */
const maxJudgedBytes = 64 * 1024 * 1024;
/** Answers longer than this are judged after they were passed on, since reading them takes time. */
const maxBytesBefore = 64 * 1024;

/** @throws {NodeJS.ErrnoException} when the recording cannot be made */
export function watchTraffic(options: TrafficOptions) {
  const { target, basePath, cleaners, judge, record, onTrouble } = options;
  const recorder =
    record === undefined
      ? undefined
      : createHarRecorder(record, (error) =>
          onTrouble(`Cannot write the recording ${record} any more: ${error.message}.`),
        );
  const recorded = recorder ? maxRecordedBytes : 0;
  const judged = new WeakSet<PassingExchange>();
  const strays = new WeakSet<PassingExchange>();
  const openCalls = new WeakMap<PassingExchange, Call>();
  let unread = 0;

  const judgeNow = (passing: PassingExchange, plain: Uint8Array | undefined): readonly Requirement[] => {
    judged.add(passing);
    if (pathBelow(passing.request.target, basePath) === undefined) return [];
    const exchange = toExchange(passing, basePath, plain);
    if (exchange) return judge.judge(exchange, openCalls.get(passing));
    unread++;
    return judge.drop(openCalls.get(passing));
  };
  const end = (passing: PassingExchange, plain: Uint8Array | undefined) => {
    if (!judged.has(passing)) judgeNow(passing, plain);
    if (!recorder) return;
    const write = () => recorder.add(harEntryOf(passing, plain, target.origin, cleaners));
    if (passing.answer?.status !== 204) return write();
    const leftMs = passing.endedAt! + strayMs - performance.now();
    late = late.then(() => pause(leftMs, closing.signal)).then(write);
  };
  /** Resolves when all bodies so far are decoded: one after the other. */
  let queue = Promise.resolve();
  /** Resolves when the entries of all answers without a body are written. */
  let late = Promise.resolve();
  const closing = new AbortController();

  return {
    /** Number of exchanges whose answers could not be judged: too large, or in an unknown coding. */
    unread: () => unread,
    listener: {
      began(passing) {
        const request = requestBelow(passing, basePath);
        if (request) openCalls.set(passing, judge.begin(epochTime(passing.startedAt), request));
      },
      copyLimit: (path) => ({
        request: recorded,
        answer: pathBelow(path, basePath) === undefined ? recorded : maxJudgedBytes,
      }),
      answered(passing) {
        const { isWholeAtOnce, answer } = passing;
        const plain = isWholeAtOnce && answer!.body.size <= maxBytesBefore ? plainAtOnce(answer!) : undefined;
        if (plain) return headersFor(judgeNow(passing, plain));
        const exchange = toExchange(passing, basePath, new Uint8Array());
        return exchange ? headersFor(judge.preview(exchange)) : [];
      },
      async ended(passing) {
        queue = queue.then(async () => end(passing, passing.answer && (await plainBody(passing.answer))));
        await queue;
        if (passing.answer?.status === 204) await late;
      },
      strayed(passing) {
        if (!judged.has(passing) || strays.has(passing)) return;
        strays.add(passing);
        const exchange = toExchange(passing, basePath, new Uint8Array());
        if (exchange) judge.addStray(exchange);
      },
    } satisfies ExchangeListener,
    /** Waits until all bodies are decoded. */
    async close() {
      closing.abort();
      await queue;
      await late;
      recorder?.close();
    },
  };
}

/** Maximum ratio of decoded bytes: a decompression bomb has a thousand, a list of orders ten. */
const maxGrowth = 50;
const maxDecodedBytes = 16 * 1024 * 1024;
const maxDecodedAtOnce = 256 * 1024;

const codingsOf = (answer: PassingAnswer) => headerOf(answer, "content-encoding");

/** The decoded body; undefined where it cannot be decoded, or takes time. */
function plainAtOnce(answer: PassingAnswer): Uint8Array | undefined {
  if (!answer.body.isWhole) return undefined;
  try {
    return decodeNow(answer.body.bytes(), codingsOf(answer), maxDecodedAtOnce);
  } catch {
    return undefined;
  }
}

async function plainBody(answer: PassingAnswer): Promise<Uint8Array | undefined> {
  const { body } = answer;
  if (!body.isWhole) return undefined;
  const maxBytes = Math.min(maxDecodedBytes, maxDecodedAtOnce * 4 + maxGrowth * body.size);
  return decodeContent(body.bytes(), codingsOf(answer), maxBytes).catch(() => undefined);
}

/** Headers with the broken requirements, exposed so that a page of another origin can read them. */
function headersFor(broken: readonly Requirement[]): HeaderList {
  return (["must", "should"] as const).flatMap((level): HeaderList => {
    const ids = broken.filter((requirement) => requirement.level === level).map(({ id }) => id);
    if (ids.length === 0) return [];
    return [
      [violationHeaders[level], ids.join(", ")],
      ["Access-Control-Expose-Headers", violationHeaders[level]],
    ];
  });
}

/**
 * The exchange in the form that the judge reads.
 * @param basePath of the API, without a slash at its end
 * @param body the decoded body of the answer; undefined where it cannot be decoded
 * @returns undefined for a call outside the API, and for an answer whose body could not be kept
 */
function toExchange(
  passing: PassingExchange,
  basePath: string,
  body: Uint8Array | undefined,
): Exchange | undefined {
  const { answer, startedAt, endedAt = startedAt, failure, connection } = passing;
  const request = requestBelow(passing, basePath);
  if (!request) return undefined;
  const common = {
    request,
    ms: endedAt - startedAt,
    sentAt: epochTime(startedAt),
    endedAt: epochTime(endedAt),
    connection: String(connection),
  };
  if (!answer || failure !== undefined) return { ...common, failure: failure ?? "no answer", once: true };
  if (!body) return undefined;
  const headers = answer.headers.map(([name, value]) => [name.toLowerCase(), value] as const);
  const { status, stray } = answer;
  return { ...common, answer: { status, headers, body, stray: stray.bytes() } };
}

/** Milliseconds since 1970 of an instant of `performance.now()`. */
const epochTime = (at: number): number => performance.timeOrigin + at;

/** The request in the form that the judge reads; undefined for one outside the API. */
function requestBelow({ request }: PassingExchange, basePath: string): OutgoingRequest | undefined {
  const path = pathBelow(request.target, basePath);
  return path === undefined ? undefined : { method: request.method, path, headers: request.headers };
}

/** Path and query below the base; a request line may have a whole address (RFC 9112, 3.2.2). */
function pathBelow(target: string, basePath: string): string | undefined {
  const path = target.startsWith("/") ? target : target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, "");
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : undefined;
}
