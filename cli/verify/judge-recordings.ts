/** `verify --har`: the verdict on a server from recordings of other people's traffic with it. */

import type { RecordedEntry } from "../../base/read-har-entry.ts";
import type { Exchange } from "../../conformance/history/exchange.ts";
import { trustingKeyRing } from "../../conformance/history/key-ring.ts";
import { createTrafficJudge } from "../../conformance/judge-traffic.ts";
import type { KeyNames } from "../../conformance/proxy/key-names.ts";
import type { Report } from "../../conformance/report/report.ts";
import type { Requirement } from "../../conformance/requirements/requirement.ts";
import { findRecordedBase, readRecording } from "../read-recording.ts";

export interface RecordingOptions {
  readonly files: readonly string[];
  /** Default: the only one that they are about. */
  readonly baseUrl: string | undefined;
  /** Keys that are valid, where the recordings hold them. */
  readonly apiKeys: readonly string[];
  readonly isAllTraffic: boolean;
  readonly requirements: readonly Requirement[];
  readonly keys: KeyNames;
}

export interface JudgedRecordings {
  readonly report: Report;
  /** Exchanges of the API that could not be judged: their bodies are not in the recording. */
  readonly withoutBody: number;
}

interface Recording {
  readonly file: string;
  /** Found by a first reading, for the second. */
  readonly strays: Map<number, string>;
}

/** The proxy's word for a key that its user said was valid. */
const vouchedName = /^Bearer (\*\*\*key\d+)$/;

/** @throws {BadInput} for files that cannot be read, or that hold nothing of the API */
export async function judgeRecordings(options: RecordingOptions): Promise<JudgedRecordings> {
  const { files, isAllTraffic, requirements, keys } = options;
  const baseUrl = options.baseUrl?.replace(/\/+$/, "") ?? (await findRecordedBase(files, "--har"));
  const recordings = files.map((file) => ({ file, strays: new Map<number, string>() }));
  const { vouched, hasCredentials } = await findCredentials(options, recordings, baseUrl);
  const judge = createTrafficJudge({
    baseUrl,
    apiKeys: vouched,
    ...(!hasCredentials && { keys: trustingKeyRing }),
    isAllTraffic,
    requirements,
    ...keys,
  });
  let withoutBody = 0;
  for await (const { exchange } of exchangesOf(recordings, baseUrl)) {
    if (exchange === undefined) withoutBody++;
    else judge.judge(exchange);
  }
  return { report: judge.report(), withoutBody };
}

/** Browsers leave credentials out of what they export: then a call without one had one, if it was let in. */
async function findCredentials(
  { apiKeys }: RecordingOptions,
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
  for (const [index, { file, strays }] of recordings.entries()) {
    for await (const entry of readRecording(file, strays)) {
      if (entry.url.startsWith(`${baseUrl}/`)) yield { entry, exchange: exchangeOf(entry, baseUrl, index) };
    }
  }
}

function exchangeOf(entry: RecordedEntry, baseUrl: string, file: number): Exchange | undefined {
  const { method, url, status, body, stray, failure, startedAt, endedAt, connection } = entry;
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
  if (!body) return undefined;
  const headers = entry.responseHeaders.map(({ name, value }) => [name.toLowerCase(), value] as const);
  return {
    ...common,
    answer: { status, headers, body, ...(stray !== undefined && { stray: new TextEncoder().encode(stray) }) },
  };
}
