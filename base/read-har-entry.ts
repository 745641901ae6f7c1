/** An entry of anybody's HAR, as far as it says what went over the wire. */

import type { HarPair, HarStray } from "./har.ts";

/** What `readHarEntry` finds. */
export type RecordedEntry = NonNullable<ReturnType<typeof readHarEntry>>;

type Members = Readonly<Record<string, unknown>>;

/** Undefined for what is no exchange with a server: no entry at all, an answer out of a cache. */
export function readHarEntry(text: string) {
  let entry: Members;
  try {
    entry = members(JSON.parse(text));
  } catch {
    return undefined;
  }
  const [request, response] = [members(entry.request), members(entry.response)];
  const [method, url] = [textOf(request.method), textOf(request.url)];
  const startedAt = instant(textOf(entry.startedDateTime) ?? "");
  if (method === undefined || url === undefined || startedAt === undefined) return undefined;
  // Browsers tell of answers that they had already.
  if (entry._fromCache !== undefined || response._transferSize === "cache") return undefined;
  const status = Number.isInteger(response.status) ? Number(response.status) : 0;
  const time = typeof entry.time === "number" && entry.time > 0 ? entry.time : 0;
  return {
    method,
    url,
    requestHeaders: pairs(request.headers),
    /** 0 where no answer came. */
    status,
    responseHeaders: pairs(response.headers),
    /** Content coding undone; undefined where the recording does not have it. Made when asked for: not every reading is for it. */
    body: () => bodyOf(members(response.content), response.bodySize),
    stray: textOf(response._stray),
    /** Why there is no whole answer. */
    failure: textOf(response._error) ?? (status === 0 ? "no answer" : undefined),
    /** Milliseconds since 1970. */
    startedAt,
    endedAt: startedAt + time,
    // Chromium writes the server's port in the place of the connection's name.
    connection: textOf(entry._connectionId) ?? textOf(entry.connection),
  };
}

/** Undefined for what tells of no bytes behind an answer. */
export function readHarStray(text: string): HarStray | undefined {
  try {
    const { entry, text: bytes } = members(JSON.parse(text));
    return typeof entry === "number" && typeof bytes === "string" ? { entry, text: bytes } : undefined;
  } catch {
    return undefined;
  }
}

function members(value: unknown): Members {
  return typeof value === "object" && value !== null ? (value as Members) : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Pseudo-headers of HTTP/2 are none of the message's. */
function pairs(value: unknown): readonly HarPair[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((pair: unknown) => {
    const [name, held] = [textOf(members(pair).name), textOf(members(pair).value)];
    return name === undefined || held === undefined || name.startsWith(":") ? [] : [{ name, value: held }];
  });
}

function bodyOf(content: Members, bodySize: unknown): Uint8Array | undefined {
  const text = textOf(content.text);
  if (text === undefined) {
    const isEmpty = content.size === 0 || (content.size === undefined && bodySize === 0);
    return isEmpty ? new Uint8Array() : undefined;
  }
  if (content.encoding !== "base64") return new TextEncoder().encode(text);
  try {
    const decoded = atob(text);
    const bytes = new Uint8Array(decoded.length);
    for (let at = 0; at < bytes.length; at++) bytes[at] = decoded.charCodeAt(at);
    return bytes;
  } catch {
    return undefined;
  }
}

/** Digits beyond milliseconds count: quick exchanges follow each other within one. */
function instant(text: string): number | undefined {
  const whole = Date.parse(text);
  if (Number.isNaN(whole)) return undefined;
  const more = /\.\d{3}(\d{1,6})/.exec(text)?.[1];
  return more === undefined ? whole : whole + Number(`0.${more}`);
}
