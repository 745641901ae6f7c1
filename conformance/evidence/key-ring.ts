/** The valid keys of traffic: named by the user, or recognized by the server's answers. */

import { authorizationScheme } from "../../base/credentials.ts";
import { nameInTraffic } from "../../base/curl.ts";
import type { Exchange, HeaderList, OutgoingRequest } from "./exchange.ts";
import { type Credential, queryOf, readCredential } from "./read-call.ts";

/** A call's credential, judged by all calls up to its answer. */
export type KeyRing = (exchange: Exchange) => Credential;

/** Maximum number of keys that are distinguished. */
const maxKeys = 10_000;

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
    if (given.length === 0 && token !== undefined && status >= 200 && status < 300 && valid.size < maxKeys)
      valid.add(token);
    const credential = readCredential(headers, queryOf(path), nearestKey(token, headers));
    if (given.length > 0 || token === undefined || credential === "empty") return credential;
    // A key that the user has not named, or that was accepted once and may have been revoked since.
    return credential === "valid" && status !== 401 ? credential : "unclear";
  };

  /** The key to compare the call's own with. */
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

/** The key ring for credentials that were removed or replaced: an accepted call had a key. */
export const trustingKeyRing: KeyRing = ({ answer }) => (answer?.status === 401 ? "unknown" : "valid");

/** A request of a recording. */
export interface RecordedRequest extends OutgoingRequest {
  /** Whether its credential may have been removed by a program. */
  readonly hidesCredential: boolean;
}

/** The key ring for recordings, from which programs may have removed credentials. */
export function createRecordedKeyRing(given: readonly string[]): KeyRing {
  const ring = createKeyRing(given);
  const isHidden = (request: OutgoingRequest | RecordedRequest) =>
    "hidesCredential" in request && request.hidesCredential;
  return (exchange) => (isHidden(exchange.request) ? trustingKeyRing(exchange) : ring(exchange));
}

/** Whether a value has the text that the kit's proxy writes in place of a key, another one for each key. */
export const isMaskedByKit = (value: string): boolean => nameInTraffic.test(value);

/** A word that a program, or a person, writes in place of a key. */
const removedWord =
  /redact|saniti[sz]|anonymi|remov|hidden|mask|filter|scrub|censor|omit|strip|obfuscat|conceal|placeholder/i;
const genericWord =
  /^(?:api[-_]?|access[-_]?|auth[-_]?|bearer[-_]?)?(?:key|token|secret|password|private|confidential)$/i;

/**
 * Whether a value of Authorization may be the replacement of a credential: an empty value, a word in brackets, a repeated
 * character. A key has only the characters of RFC 6750, 2.1.
 */
export function isReplacedCredential(authorization: string): boolean {
  if (isMaskedByKit(authorization)) return false;
  const [first = "", ...rest] = authorization.trim().split(/\s+/);
  const isBare = rest.length === 0 && !authorizationScheme.test(first);
  // A value without a scheme may be a key or a word.
  const key = isBare ? first : rest.join(" ");
  return !/^[\w.~+/-]+=*$/.test(key) || isWord(key) || (isBare && key.length < 16);
}

const isWord = (text: string): boolean =>
  removedWord.test(text) || genericWord.test(text) || /^(.)\1*$/.test(text) || /x{4}/i.test(text);
