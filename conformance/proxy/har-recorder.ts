/**
 * Writes exchanges to a HAR file as they end. The file is a complete HAR after each write, even if the process is killed.
 */

import { isUtf8 } from "node:buffer";
import { closeSync, fstatSync, openSync, realpathSync, statSync, unlinkSync, writeSync } from "node:fs";
import { harEnd, harPairs, harQuery, harStart } from "../../base/har.ts";
import { hideInData, textOf } from "../../base/secrets.ts";
import { kitName, kitVersion } from "../../spec/kit-version.ts";
import { headerOf } from "../evidence/exchange.ts";
import type { Cleaners } from "../report/hide-secrets.ts";
import type { BodyCopy, PassingAnswer, PassingExchange } from "./passing-exchange.ts";

/**
 * @param onTrouble called once, when the file can no longer be written
 * @throws {NodeJS.ErrnoException} when it cannot be made
 */
export function createHarRecorder(file: string, onTrouble: (error: Error) => void) {
  removeFile(file);
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
    /** Writes an entry before it returns, so that no added entry is lost if the process is killed. */
    add(entry: ReturnType<typeof harEntryOf>): void {
      put(separator + JSON.stringify(entry));
      separator = ",\n";
    },
    close: () => closeSync(descriptor),
  };
}

/** Removes a file of this name, since another program may be writing to it. */
function removeFile(file: string): void {
  try {
    const path = realpathSync(file);
    if (statSync(path).isFile()) unlinkSync(path);
  } catch {
    // The file does not exist, or can only be overwritten.
  }
}

/**
 * @param plain the decoded body of the answer; undefined where it cannot be decoded
 * @param origin the server's origin, since the client called the proxy's address
 */
export function harEntryOf(
  exchange: PassingExchange,
  plain: Uint8Array | undefined,
  origin: string,
  cleaners: Cleaners,
) {
  const { request, answer, startedAt, answeredAt, endedAt = startedAt, failure } = exchange;
  const { target } = request;
  const stray = answer?.stray;
  const answered = answeredAt ?? endedAt;
  const entry = {
    startedDateTime: dateTime(performance.timeOrigin + startedAt),
    time: round(endedAt - startedAt),
    request: {
      method: request.method,
      url: target.startsWith("/") ? origin + target : target,
      httpVersion: request.httpVersion,
      cookies: [],
      headers: harPairs(request.headers),
      queryString: harQuery(target),
      ...(request.body.size > 0 && {
        postData: {
          mimeType: headerOf(request, "content-type") ?? "",
          text: textOfCopy(request.body) ?? "",
        },
      }),
      headersSize: -1,
      bodySize: request.body.size,
    },
    response: {
      status: answer?.status ?? 0,
      statusText: answer?.reason ?? "",
      httpVersion: answer?.httpVersion ?? "",
      cookies: [],
      headers: harPairs(answer?.headers ?? []),
      content: contentOf(answer, plain),
      redirectURL: "",
      headersSize: -1,
      bodySize: answer?.body.size ?? -1,
      ...(failure !== undefined && { _error: failure }),
      // The kept bytes that followed an answer without a body.
      ...(stray && stray.size > 0 && { _stray: textOfCopy(stray) ?? `${stray.size} bytes` }),
    },
    cache: {},
    timings: { send: 0, wait: round(answered - startedAt), receive: round(endedAt - answered) },
    connection: String(exchange.connection),
  };
  // The credentials of both directions are hidden.
  const texts = [target, textOfCopy(request.body) ?? "", entry.response.content.text ?? ""];
  const headers = [...request.headers, ...(answer?.headers ?? [])];
  const hidden = hideInData(entry, cleaners({ headers, texts }));
  const { content } = hidden.response;
  // After hiding, since text in base64 is searched only for values, not for names.
  if (content.encoding) content.text = Buffer.from(content.text!, "latin1").toString("base64");
  return hidden;
}

/** The text of a copy; undefined where it lacks bytes. */
const textOfCopy = (copy: BodyCopy): string | undefined => (copy.isWhole ? textOf(copy.bytes()) : undefined);

/** Maximum number of bytes of a recorded body: readers of recordings do not accept more. */
export const maxRecordedBytes = 4 * 1024 * 1024;

interface Content {
  readonly size: number;
  readonly mimeType: string;
  /** Bytes as text, or in base64 where they are not text. */
  text?: string;
  readonly encoding?: "base64";
}

function contentOf(answer: PassingAnswer | undefined, plain: Uint8Array | undefined): Content {
  if (!answer) return { size: 0, mimeType: "" };
  const { body } = answer;
  const mimeType = headerOf(answer, "content-type") ?? "";
  if (!plain || plain.length > maxRecordedBytes) return { size: plain?.length ?? body.size, mimeType };
  const text = textOf(plain);
  return { size: plain.length, mimeType, text, ...(!isUtf8(plain) && { encoding: "base64" }) };
}

/** Milliseconds with three decimals, so that the order of quick exchanges is visible. */
function dateTime(epochMs: number): string {
  const whole = Math.floor(epochMs);
  const micros = Math.floor((epochMs - whole) * 1000);
  return new Date(whole).toISOString().replace("Z", `${String(micros).padStart(3, "0")}Z`);
}

function round(ms: number): number {
  return Math.max(0, Math.round(ms * 1000) / 1000);
}
