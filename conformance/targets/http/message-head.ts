/** The head of an HTTP/1.1 message, parsed from its bytes, which are passed on unchanged (RFC 9112). */

import type { HeaderList } from "../../evidence/exchange.ts";

export interface MessageHead {
  /** All bytes, including the empty line. */
  readonly bytes: Buffer;
  readonly startLine: string;
  /** The lines of the headers, as they were sent. */
  readonly lines: readonly string[];
  /** Names and order are unchanged. */
  readonly headers: HeaderList;
}

/**
 * The end of the body: after a number of bytes, or by the name. interim: another head follows. unclear: two readers may
 * differ, or no message follows. refused: no further byte is read or passed on.
 */
export type Framing = number | "chunked" | "until close" | "interim" | "unclear" | "refused";

/** @param bytes a whole head, and nothing after it */
export function parseHead(bytes: Buffer): MessageHead {
  const text = bytes.toString("latin1").replace(/^[\r\n]+|(?:\r?\n){2}$/g, "");
  const [startLine = "", ...lines] = text.split(/\r?\n/);
  return { bytes, startLine, lines, headers: parseHeaderLines(lines) };
}

const requestLine = /^[!#$%&'*+.^`|~\w-]+ [!-~\x80-\xff]+ HTTP\/1\.\d$/;
const headerLine = /^[!#$%&'*+.^`|~\w-]+:[\t -~\x80-\xff]*$/;

/**
 * Whether programs that follow RFC 9112 read the head of a request alike: one blank on each side of the target (3), no
 * white space before a colon (5.1), no folded line (5.2), no line without a colon, no control character (RFC 9110, 5.5).
 */
export const isStrictRequest = ({ startLine, lines }: MessageHead): boolean =>
  requestLine.test(startLine) && lines.every((line) => headerLine.test(line));

function parseHeaderLines(lines: readonly string[]): HeaderList {
  const headers: [string, string][] = [];
  for (const line of lines) {
    const last = headers.at(-1);
    const colon = line.indexOf(":");
    // A folded line belongs to the previous one (RFC 9112, 5.2); a line without a colon is not a header.
    if (/^[ \t]/.test(line) && last) last[1] = `${last[1]} ${withoutBlanks(line)}`;
    else if (colon > 0) headers.push([line.slice(0, colon), withoutBlanks(line.slice(colon + 1))]);
  }
  return headers;
}

/** Removes the white space of HTTP (RFC 9110, 5.6.3). Other programs keep further characters that `trim` removes. */
const withoutBlanks = (text: string) => text.replace(/^[ \t]+/, "").replace(/(?<![ \t])[ \t]+$/, "");

/** The values of a header, whatever its letter case. */
export function headerValues(headers: HeaderList, name: string): readonly string[] {
  return headers.flatMap(([key, value]) =>
    key.length === name.length && key.toLowerCase() === name ? [value] : [],
  );
}

export function requestFraming({ startLine, headers }: MessageHead): Framing {
  const declared = declaredFraming(headers);
  const codings = headerValues(headers, "transfer-encoding").join();
  // HTTP/1.0 has no chunks, so that some servers read the next request behind the head (RFC 9112, 6.1). Others know no
  // further coding.
  if (declared === "chunked" && (startLine.endsWith("HTTP/1.0") || !/^chunked$/i.test(codings)))
    return "unclear";
  // A request ends before its connection does (RFC 9112, 6.3).
  return declared === "until close" ? "unclear" : (declared ?? 0);
}

export function answerFraming({ headers }: MessageHead, status: number, method: string): Framing {
  if (method === "HEAD" || status === 204 || status === 304) return 0;
  return declaredFraming(headers) ?? "until close";
}

function declaredFraming(headers: HeaderList): Framing | undefined {
  const codings = headerValues(headers, "transfer-encoding");
  const lengths = headerValues(headers, "content-length");
  if (codings.length > 0) {
    // Programs differ in which of the two they use.
    if (lengths.length > 0) return "unclear";
    return /(?:^|,)[ \t]*chunked$/i.test(codings.at(-1)!) ? "chunked" : "until close";
  }
  if (lengths.length === 0) return undefined;
  const [length = ""] = lengths;
  if (!/^\d{1,15}$/.test(length) || lengths.some((other) => other !== length)) return "unclear";
  return Number(length);
}
