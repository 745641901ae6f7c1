/** `verify --har`: the verdict on a server from recorded traffic with it. */

import { setFlagsFromString } from "node:v8";
import type { Exchange } from "../../conformance/evidence/exchange.ts";
import {
  createRecordedKeyRing,
  isReplacedCredential,
  type RecordedRequest,
} from "../../conformance/evidence/key-ring.ts";
import { TrafficJudge } from "../../conformance/judge-traffic.ts";
import { createTrafficCleaners } from "../../conformance/proxy/traffic-cleaners.ts";
import type { RecordedEntry } from "../recordings/har-entry.ts";
import {
  compare,
  type RecordedExchange,
  type RecordedExchanges,
  readExchanges,
} from "../recordings/recorded-exchanges.ts";
import type { VerifySettings } from "./verify-options.ts";

/** The proxy's name for a key that its user declared valid. */
const declaredKey = /^Bearer (\*\*\*key\d+)$/;

/** Most objects live for one exchange: a heap that grows slowly takes up to 40 % less memory. */
const littleMemory = ["--semi-space-growth-factor=1", "--heap-growing-percent=20"];

/**
 * Without a base URL, the recordings must be about one API.
 * @returns the report, a cleaner that knows its keys, and a line for each omission
 * @throws {BadInput} for files that cannot be read, or that have no call of the API
 */
export async function judgeRecordings(
  settings: Pick<
    VerifySettings,
    "har" | "baseUrl" | "alone" | "pending" | "shipped" | "requirements" | "apiKey"
  >,
) {
  if (!process.versions.bun) for (const flag of littleMemory) setFlagsFromString(flag);
  const { alone: isAllTraffic, pending, shipped, requirements, apiKey } = settings;
  const apiKeys = apiKey === undefined ? [] : [apiKey];
  const cleaners = createTrafficCleaners(apiKeys);
  const recorded = await readExchanges(settings.har, "--har", settings.baseUrl);
  const { baseUrl, credentials, tooLarge } = recorded;
  const named = [...credentials].flatMap((value) => declaredKey.exec(value)?.[1] ?? []);
  const given = apiKeys.filter((key) => credentials.has(`Bearer ${key}`));
  const judge = new TrafficJudge({
    baseUrl,
    keys: createRecordedKeyRing([...named, ...given]),
    isAllTraffic,
    given: { pending, shipped },
    requirements,
    cleaners,
  });
  const withoutBody = judgeInOrder(judge, recorded);
  const reasons = [
    [withoutBody, "the recording lacks their bodies"],
    [tooLarge, "the recording has more than 6 MB of each"],
  ] as const;
  const leftOut = reasons.flatMap(([count, why]) =>
    count > 0 ? `${count} exchanges were left out: ${why}.` : [],
  );
  return { report: judge.report(), cleaner: cleaners(), leftOut };
}

/** Maximum number of calls without a known end that may act, and count as under way while others are judged. */
const maxEndless = 100;

/**
 * Judges exchanges in the order of their ends, and begins before each all that may have overlapped it.
 * @returns the number of exchanges that could not be judged, because the recording lacks their bodies
 */
function judgeInOrder(judge: TrafficJudge, recorded: RecordedExchanges): number {
  const { exchanges } = recorded;
  const byStart = exchanges.toSorted((one, other) => compare(one.startedAt, other.startedAt));
  const open = new Map<RecordedExchange, ReturnType<TrafficJudge["begin"]>>();
  const endless = new Set<RecordedExchange>();
  let last: { readonly of: RecordedExchange; readonly exchange: Exchange } | undefined;
  let begun = 0;
  let withoutBody = 0;
  // Sorted to the end, in the order in which they began.
  const withoutEnd = exchanges.filter(({ endedAt }) => endedAt === Number.POSITIVE_INFINITY).values();

  for (const each of exchanges) {
    if (each.endedAt === Number.POSITIVE_INFINITY) break;
    beginBefore(each.endedAt);
    end(each);
  }
  beginBefore(Number.POSITIVE_INFINITY);
  for (const each of withoutEnd) end(each);
  return withoutBody;

  function beginBefore(time: number): void {
    while (begun < byStart.length && byStart[begun]!.startedAt < time) {
      const each = byStart[begun++]!;
      const { request } = read(each);
      open.set(each, judge.begin(each.startedAt, request));
      if (each.endedAt === Number.POSITIVE_INFINITY && request.method !== "GET") endless.add(each);
      while (endless.size > maxEndless) end(withoutEnd.next().value!);
    }
  }

  function end(each: RecordedExchange): void {
    const exchange = read(each);
    if (exchange.failure === bodyMissing) withoutBody++;
    judge.judge(exchange, open.get(each));
    open.delete(each);
    endless.delete(each);
  }

  /** Reads an exchange. The last one is kept, since most calls end before the next one begins. */
  function read(each: RecordedExchange): Exchange {
    if (last?.of === each) return last.exchange;
    // Two long bodies at once would double the peak of the memory.
    last = undefined;
    const exchange = exchangeOf(each, recorded);
    last = { of: each, exchange };
    return exchange;
  }
}

/** Whether a credential may have been removed from the recording, as browsers and people do. */
function hidesCredential({ requestHeaders, hasWholeHead }: RecordedEntry, isMasked: boolean): boolean {
  const values = requestHeaders.filter(([name]) => /^authorization$/i.test(name));
  if (values.length === 0) return !isMasked && !hasWholeHead;
  return !isMasked && values.some(([, value]) => isReplacedCredential(value));
}

const bodyMissing = "the recording lacks the body";

/** A call whose answer's body is unknown counts as lost: it may have had an effect. */
function exchangeOf(recorded: RecordedExchange, { read, pathOf, masked }: RecordedExchanges): Exchange {
  const { startedAt, endedAt, file } = recorded;
  const entry = read(recorded);
  const { method, status, stray, failure, ms, connection } = entry;
  const request: RecordedRequest = {
    method,
    path: pathOf(entry),
    headers: entry.requestHeaders,
    hidesCredential: hidesCredential(entry, masked.has(file)),
  };
  const common = {
    request,
    ms,
    sentAt: startedAt,
    endedAt,
    ...(connection !== undefined && { connection: `${file}/${connection}` }),
  };
  if (failure !== undefined) return { ...common, failure, once: true };
  const body = entry.body();
  if (!body) return { ...common, failure: bodyMissing, once: true };
  const headers = entry.responseHeaders.map(([name, value]) => [name.toLowerCase(), value] as const);
  return {
    ...common,
    answer: { status, headers, body, ...(stray !== undefined && { stray: new TextEncoder().encode(stray) }) },
  };
}
