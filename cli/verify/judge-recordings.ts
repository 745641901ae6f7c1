/** `verify --har`: the verdict on a server from recordings of other people's traffic with it. */

import { setFlagsFromString } from "node:v8";
import type { RecordedEntry } from "../../base/read-har-entry.ts";
import type { Exchange } from "../../conformance/evidence/exchange.ts";
import { trustingKeyRing } from "../../conformance/evidence/key-ring.ts";
import { createTrafficJudge } from "../../conformance/judge-traffic.ts";
import { createTrafficCleaners } from "../../conformance/proxy/traffic-cleaners.ts";
import { findRecordedBase, type RecordingNotes, readRecording } from "../read-recording.ts";
import type { VerifySettings } from "./verify-options.ts";

/** Its notes are found by a first reading, for the second. */
type Recording = { readonly file: string; readonly notes: RecordingNotes };

/** The proxy's word for a key that its user said was valid. */
const vouchedName = /^Bearer (\*\*\*key\d+)$/;

/**
 * Without a base URL, the recordings must be about one API.
 * @returns the report, how to hide its keys, and what was left out, a line each
 * @throws {BadInput} for files that cannot be read, or that hold nothing of the API
 */
export async function judgeRecordings(settings: VerifySettings) {
  const { har: files, alone: isAllTraffic, pending, shipped, requirements, apiKey } = settings;
  const apiKeys = apiKey === undefined ? [] : [apiKey];
  const cleaners = createTrafficCleaners(apiKeys);
  // What is read lives for one exchange: a young generation that does not grow takes a third less memory.
  if (!process.versions.bun) setFlagsFromString("--semi-space-growth-factor=1");
  const baseUrl = settings.baseUrl?.replace(/\/+$/, "") ?? (await findRecordedBase(files, "--har"));
  const recordings = files.map((file) => ({ file, notes: { strays: new Map(), tooLarge: 0 } }));
  const { vouched, hasCredentials } = await findCredentials(apiKeys, recordings, baseUrl);
  const judge = createTrafficJudge({
    baseUrl,
    apiKeys: vouched,
    ...(!hasCredentials && { keys: trustingKeyRing }),
    isAllTraffic,
    given: { pending, shipped },
    requirements,
    cleaners,
  });
  let withoutBody = 0;
  for await (const { exchange } of exchangesOf(recordings, baseUrl)) {
    if (exchange === undefined) withoutBody++;
    else judge.judge(exchange);
  }
  const tooLarge = recordings.reduce((sum, { notes }) => sum + notes.tooLarge, 0);
  const reasons = [
    [withoutBody, "the recording lacks their bodies"],
    [tooLarge, "the recording has more than 6 MB of each"],
  ] as const;
  const leftOut = reasons.flatMap(([count, why]) =>
    count > 0 ? `${count} exchanges were left out: ${why}.` : [],
  );
  return { report: judge.report(), hide: cleaners().hide, leftOut };
}

/** Browsers leave credentials out of what they export: then a call without one had one, if it was let in. */
async function findCredentials(
  apiKeys: readonly string[],
  recordings: readonly Recording[],
  baseUrl: string,
) {
  const values = new Set<string>();
  for await (const { entry } of exchangesOf(recordings, baseUrl)) {
    for (const { name, value } of entry.requestHeaders) {
      if (/^authorization$/i.test(name) && values.size < 10_000) values.add(value);
    }
  }
  const named = [...values].flatMap((value) => vouchedName.exec(value)?.[1] ?? []);
  const given = apiKeys.filter((key) => values.has(`Bearer ${key}`));
  return { vouched: [...named, ...given], hasCredentials: values.size > 0 };
}

async function* exchangesOf(recordings: readonly Recording[], baseUrl: string) {
  for (const [index, { file, notes }] of recordings.entries()) {
    for await (const entry of readRecording(file, notes)) {
      if (entry.url.startsWith(`${baseUrl}/`)) yield { entry, exchange: exchangeOf(entry, baseUrl, index) };
    }
  }
}

function exchangeOf(entry: RecordedEntry, baseUrl: string, file: number): Exchange | undefined {
  const { method, url, status, stray, failure, startedAt, endedAt, connection } = entry;
  const common = {
    request: {
      method,
      path: url.slice(baseUrl.length).split("#", 1)[0]!,
      headers: entry.requestHeaders.map(({ name, value }) => [name, value] as const),
    },
    ms: endedAt - startedAt,
    sentAt: startedAt,
    endedAt,
    ...(connection !== undefined && { connection: `${file}/${connection}` }),
  };
  if (failure !== undefined) return { ...common, failure, once: true };
  const body = entry.body();
  if (!body) return undefined;
  const headers = entry.responseHeaders.map(({ name, value }) => [name.toLowerCase(), value] as const);
  return {
    ...common,
    answer: { status, headers, body, ...(stray !== undefined && { stray: new TextEncoder().encode(stray) }) },
  };
}
