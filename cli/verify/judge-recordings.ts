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
import { openRecordings } from "../open-recording.ts";
import { findRecordedBase, normalAddress, refuseBase } from "../read-recording.ts";
import { indexExchanges, type RecordedExchange, type RecordedExchanges } from "../recorded-exchanges.ts";
import type { VerifySettings } from "./verify-options.ts";

/** The proxy's name for a key that its user declared valid. */
const vouchedName = /^Bearer (\*\*\*key\d+)$/;

/**
 * Without a base URL, the recordings must be about one API.
 * @returns the report, a cleaner that knows its keys, and a line for each omission
 * @throws {BadInput} for files that cannot be read, or that have no call of the API
 */
export async function judgeRecordings(settings: VerifySettings) {
  // Objects live for one exchange: a fixed young generation takes a third less memory.
  if (!process.versions.bun) setFlagsFromString("--semi-space-growth-factor=1");
  await using recordings = await openRecordings(settings.har);
  const { alone: isAllTraffic, pending, shipped, requirements, apiKey } = settings;
  const apiKeys = apiKey === undefined ? [] : [apiKey];
  const cleaners = createTrafficCleaners(apiKeys);
  const baseUrl =
    settings.baseUrl === undefined
      ? await findRecordedBase(recordings, "--har")
      : normalAddress(settings.baseUrl.replace(/\/+$/, ""));
  const exchanges = await indexExchanges(recordings, baseUrl);
  if (exchanges.count === 0) throw await refuseBase(recordings, "--har", baseUrl);
  const { credentials, tooLarge } = exchanges;
  const named = [...credentials].flatMap((value) => vouchedName.exec(value)?.[1] ?? []);
  const given = apiKeys.filter((key) => credentials.has(`Bearer ${key}`));
  const judge = new TrafficJudge({
    baseUrl,
    keys: createRecordedKeyRing([...named, ...given]),
    isAllTraffic,
    given: { pending, shipped },
    requirements,
    cleaners,
  });
  const withoutBody = await judgeInOrder(judge, exchanges);
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
 * Each exchange in the order of the ends, and before it the beginnings of all that may have overlapped it.
 * @returns the number of exchanges that could not be judged, because the recording lacks their bodies
 */
async function judgeInOrder(judge: TrafficJudge, exchanges: RecordedExchanges): Promise<number> {
  const { byStart, startedAt, endedAt, count } = exchanges;
  const open = new Map<number, ReturnType<TrafficJudge["begin"]>>();
  const endless = new Set<number>();
  let last: { readonly at: number; readonly exchange: Exchange } | undefined;
  let begun = 0;
  let withoutBody = 0;
  // These are last, in the order in which they began.
  let nextEndless = 0;
  while (nextEndless < count && endedAt(nextEndless) < Number.POSITIVE_INFINITY) nextEndless++;
  const firstEndless = nextEndless;

  for (let at = 0; at < firstEndless; at++) {
    await beginBefore(endedAt(at));
    await end(at);
  }
  await beginBefore(Number.POSITIVE_INFINITY);
  while (nextEndless < count) await end(nextEndless++);
  return withoutBody;

  async function beginBefore(time: number): Promise<void> {
    while (begun < count && startedAt(byStart[begun]!) < time) {
      const at = byStart[begun++]!;
      const { request } = await read(at);
      open.set(at, judge.begin(startedAt(at), request));
      if (at >= firstEndless && request.method !== "GET") endless.add(at);
      while (endless.size > maxEndless) await end(nextEndless++);
    }
  }

  async function end(at: number): Promise<void> {
    const exchange = await read(at);
    if (exchange.failure === bodyMissing) withoutBody++;
    judge.judge(exchange, open.get(at));
    open.delete(at);
    endless.delete(at);
  }

  async function read(at: number): Promise<Exchange> {
    if (last?.at === at) return last.exchange;
    // Two long bodies at once would double the peak of the memory.
    last = undefined;
    const exchange = exchangeOf(await exchanges.read(at));
    last = { at, exchange };
    return exchange;
  }
}

/** Browsers and people remove credentials from recordings. */
function hidesCredential({ entry, keepsCredentials, isMasked }: RecordedExchange): boolean {
  const values = entry.requestHeaders.filter(([name]) => /^authorization$/i.test(name));
  if (values.length === 0) return !keepsCredentials;
  return !isMasked && values.some(([, value]) => isReplacedCredential(value));
}

const bodyMissing = "the recording lacks the body";

/** A call whose answer's body is unknown counts as lost: it may have had an effect. */
function exchangeOf(recorded: RecordedExchange): Exchange {
  const { entry, path, file } = recorded;
  const { method, status, stray, failure, startedAt, endedAt, ms, connection } = entry;
  const request: RecordedRequest = {
    method,
    path,
    headers: entry.requestHeaders,
    hidesCredential: hidesCredential(recorded),
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
