/** The body of an answer in a HAR, if the recording has it. */

import { decodeBase64 } from "./base64.ts";

type Members = Readonly<Record<string, unknown>>;

interface RecordedAnswer {
  readonly method: string;
  readonly status: number;
  readonly content: Members;
  readonly bodySize: unknown;
  /** Whether this kit wrote the recording, with secrets replaced by words that begin with three asterisks. */
  readonly isOurs: boolean;
}

/** Shared: most cancels have no body, and an array takes 200 bytes. */
const noBytes = new Uint8Array();

/** @returns the body, content coding undone; undefined where the recording does not have it, or has a part of it */
export function readHarBody({ method, status, content, bodySize, isOurs }: RecordedAnswer) {
  const text = typeof content.text === "string" ? content.text : "";
  const size = typeof content.size === "number" ? content.size : -1;
  if (text === "") {
    const hasNone = method === "HEAD" || status === 204 || status === 304;
    const isDeclaredEmpty = size === 0 || (content.size === undefined && bodySize === 0);
    const isEmpty =
      size <= 0 && (hasNone || (isDeclaredEmpty && !(typeof bodySize === "number" && bodySize > 0)));
    return isEmpty ? noBytes : undefined;
  }
  const bytes = content.encoding === "base64" ? decodeBase64(text) : new TextEncoder().encode(text);
  const isWhole = bytes !== undefined && (bytes.length >= size || (isOurs && hasMask(bytes)));
  return isWhole ? bytes : undefined;
}

const hasMask = (bytes: Uint8Array): boolean => new TextDecoder().decode(bytes).includes("***");
