/** A reported request as a command that repeats it, in the syntax of a POSIX shell. */

import { maskedCutKey, maskedKey } from "../../../base/redact.ts";
import type { ReportedExchange } from "../report.ts";

const keyVariable = "$STORE_ORDERS_API_KEY";

/**
 * The command in one line, or with a line for each argument where that would be
 * wider than `width`. The key is taken from the environment: it is in no report.
 */
export function formatCurl(request: ReportedExchange["request"], width = Number.POSITIVE_INFINITY): string {
  const words = [
    ["curl", "-i", ...pathFlags(request.url), ...methodFlags(request.method)].join(" "),
    ...request.headers.map(formatHeader),
    quoteArgument(request.url),
  ];
  const line = words.join(" ");
  return line.length <= width ? line : words.join(" \\\n  ");
}

/** curl would tidy `/./` and `//` away, and read brackets as patterns; the run did neither. */
function pathFlags(url: string): readonly string[] {
  return /[[\]{}]/.test(url) ? ["--path-as-is", "--globoff"] : ["--path-as-is"];
}

function methodFlags(method: string): readonly string[] {
  if (method === "GET") return [];
  // With `-X HEAD` curl would wait for a body that never comes.
  return method === "HEAD" ? ["--head"] : ["-X", quote(method)];
}

function formatHeader([name, value]: readonly [string, string]): string {
  // What is masked here is the key in base64, as a user name: curl encodes it the same way.
  if (name.toLowerCase() === "authorization" && value === `Basic ${maskedKey}`) return `-u "${keyVariable}:"`;
  // curl sends an empty header only when it is written with a semicolon.
  return `-H ${quoteArgument(value === "" ? `${name};` : `${name}: ${value}`)}`;
}

function quoteArgument(text: string): string {
  // The shell can cut the key's last character off, too (POSIX, 2.6.2).
  if (text.endsWith(maskedCutKey))
    return `"${text.slice(0, -maskedCutKey.length)}\${STORE_ORDERS_API_KEY%?}"`;
  if (!text.includes(maskedKey)) return quote(text);
  const parts = text.split(maskedKey);
  // Plain text around the key reads best in one pair of quotes; anything else gets quotes of its own.
  const isPlain = parts.every((part, place) =>
    (place === 0 ? /^[\w :./-]*$/ : /^(?:[ :./-][\w :./-]*)?$/).test(part),
  );
  if (isPlain) return `"${parts.join(keyVariable)}"`;
  return parts.map((part) => (part === "" ? "" : quote(part))).join(`"${keyVariable}"`);
}

function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
