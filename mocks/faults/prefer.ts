/** What a request asks of its own answer: `Prefer: code=409, wait=2` (RFC 7240). */

export interface Preferences {
  readonly code?: number;
  /** Seconds to wait before the answer, up to 60. */
  readonly wait?: number;
}

const longestWait = 60;
/** Characters of a value that is read: nobody has so many wishes, and each of them takes time. */
const mostLength = 1000;

/** A preference with its value, and what follows up to the comma behind it. A text in quotes may hold commas. */
const preference =
  /(?:^|,)\s*([^=,;"\s]+)\s*(?:=\s*("(?:[^"\\]|\\.)*"?|[^,;"]*))?(?:"(?:[^"\\]|\\.)*"?|[^",])*/g;

/**
 * Reads the header's value; what is unknown is passed over (RFC 7240, 2).
 * @returns also what of it the mock knows and cannot do, as X-Mock-Why says it; empty where there is nothing
 */
export function readPrefer(header: string): { readonly preferences: Preferences; readonly ignored: string } {
  if (header.length > mostLength)
    return { preferences: {}, ignored: `Prefer ignored, it has more than ${mostLength} characters` };
  const given = new Map<string, string>();
  for (const [, name = "", value = ""] of header.matchAll(preference)) {
    // The first instance is the one that counts (RFC 7240, 2).
    if (!given.has(name.toLowerCase())) given.set(name.toLowerCase(), unquoted(value.trim()));
  }
  const [code, wait] = [given.get("code"), given.get("wait")];
  const isCode = code !== undefined && /^[45]\d\d$/.test(code);
  const isWait = wait !== undefined && /^\d{1,2}(?:\.\d{1,3})?$/.test(wait) && Number(wait) <= longestWait;
  const ignored = [
    code !== undefined && !isCode && `Prefer code=${code.slice(0, 20)} ignored, it is 400 to 599`,
    wait !== undefined &&
      !isWait &&
      `Prefer wait=${wait.slice(0, 20)} ignored, it is 0 to ${longestWait} seconds`,
  ];
  return {
    preferences: { ...(isCode && { code: Number(code) }), ...(isWait && { wait: Number(wait) }) },
    ignored: ignored.filter(Boolean).join("; "),
  };
}

/** The value of Preference-Applied, empty where nothing was applied. */
export function formatApplied({ code, wait }: Preferences): string {
  const applied = [code !== undefined && `code=${code}`, wait !== undefined && `wait=${wait}`];
  return applied.filter(Boolean).join(", ");
}

function unquoted(text: string): string {
  return /^".*"$/s.test(text) && text.length > 1 ? text.slice(1, -1).replace(/\\(.)/g, "$1") : text;
}
