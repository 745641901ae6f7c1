/** What a request asks of its own answer: `Prefer: code=409, wait=2` (RFC 7240). */

export interface Preferences {
  /** Status to answer with, 400 to 599. */
  readonly code?: number;
  /** Seconds to wait before the answer, up to 60. */
  readonly wait?: number;
}

const longestWait = 60;
/** Characters of a value that is read: nobody has so many wishes, and each of them takes time. */
const mostLength = 1000;

/** Reads the header's value; what is unknown or cannot be used is passed over (RFC 7240, 2). */
export function parsePrefer(value: string): Preferences {
  const { code = "", wait = "" } = readGiven(value);
  return {
    ...(isCode(code) && { code: Number(code) }),
    ...(isWait(wait) && { wait: Number(wait) }),
  };
}

const isCode = (text: string) => /^[45]\d\d$/.test(text);
const isWait = (text: string) => /^\d{1,2}(?:\.\d{1,3})?$/.test(text) && Number(text) <= longestWait;

/** What the value asks of the mock and does not get, as X-Mock-Why says it; empty where there is nothing. */
export function formatIgnored(value: string): string {
  if (value.length > mostLength) return `Prefer ignored, it has more than ${mostLength} characters`;
  const { code, wait } = readGiven(value);
  const ignored: string[] = [];
  if (code !== undefined && !isCode(code))
    ignored.push(`Prefer code=${code.slice(0, 20)} ignored, it is 400 to 599`);
  if (wait !== undefined && !isWait(wait))
    ignored.push(`Prefer wait=${wait.slice(0, 20)} ignored, it is 0 to ${longestWait} seconds`);
  return ignored.join("; ");
}

function readGiven(value: string): { readonly code?: string; readonly wait?: string } {
  if (value.length > mostLength) return {};
  const given = new Map<string, string>();
  for (const item of splitOutsideQuotes(value, ",")) {
    const [preference = ""] = splitOutsideQuotes(item, ";");
    const sign = preference.indexOf("=");
    const name = (sign < 0 ? preference : preference.slice(0, sign)).trim().toLowerCase();
    // The first instance is the one that counts (RFC 7240, 2).
    if (!given.has(name)) given.set(name, sign < 0 ? "" : unquoted(preference.slice(sign + 1).trim()));
  }
  const [code, wait] = [given.get("code"), given.get("wait")];
  return { ...(code !== undefined && { code }), ...(wait !== undefined && { wait }) };
}

/** The value of Preference-Applied, empty where nothing was applied. */
export function formatApplied({ code, wait }: Preferences): string {
  const applied = [code !== undefined && `code=${code}`, wait !== undefined && `wait=${wait}`];
  return applied.filter((one) => one !== false).join(", ");
}

function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (quoted && letter === "\\") at++;
    else if (letter === '"') quoted = !quoted;
    else if (letter === separator && !quoted) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}

function unquoted(text: string): string {
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return text;
  return text.slice(1, -1).replace(/\\(.)/g, "$1");
}
