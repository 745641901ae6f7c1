/** Which key of somebody else's traffic is valid: told by the user, or by the server's own answers. */

import type { Exchange, HeaderList } from "./exchange.ts";
import { type Credential, readCredential } from "./read-credential.ts";

/** A call's credential, by all that was seen up to its answer. */
export type KeyRing = (exchange: Exchange) => Credential;

/** More keys than that are not told apart. */
const mostKeys = 10_000;

/**
 * @param given keys that are valid, and then no others are. With none, a key is valid once the server let it in:
 *   how keys are issued and revoked is not shown (section 5, rule 2).
 */
export function createKeyRing(given: readonly string[]): KeyRing {
  const valid = new Set(given);
  return ({ request, answer }) => {
    const { headers, path } = request;
    const token = bearerToken(headers);
    const status = answer?.status ?? 0;
    if (given.length === 0 && token !== undefined && status >= 200 && status < 300 && valid.size < mostKeys)
      valid.add(token);
    const mark = path.indexOf("?");
    const credential = readCredential(
      headers,
      mark < 0 ? undefined : path.slice(mark + 1),
      nearestKey(token, headers),
    );
    if (given.length > 0 || token === undefined || credential === "empty") return credential;
    // A key that nobody vouches for, or that was let in once and may have been revoked since.
    return credential === "valid" && status !== 401 ? credential : "unclear";
  };

  /** The key that the call's own is to be compared with. */
  function nearestKey(token: string | undefined, headers: HeaderList): string {
    if (token !== undefined && valid.has(token)) return token;
    const values = headers.map(([, value]) => value);
    for (const key of valid) {
      if (values.some((value) => value.includes(key)) || (token && key.startsWith(token))) return key;
    }
    return given[0] ?? "";
  }
}

function bearerToken(headers: HeaderList): string | undefined {
  const values = headers.filter(([name]) => name.toLowerCase() === "authorization");
  return values.length === 1 ? /^\s*bearer\s+(\S+)\s*$/i.exec(values[0]![1])?.[1] : undefined;
}

/** For recordings that hold no credentials at all, as browsers export them: what was let in had one. */
export const trustingKeyRing: KeyRing = ({ answer }) => (answer?.status === 401 ? "unclear" : "valid");
