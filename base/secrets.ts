/**
 * The kit's promise about secrets, for all that it writes. Replaced are (a) the values of headers, parameters
 * and members that are named like credentials, (b) the keys that the user named, and in an exchange the
 * credentials that it carries, in all other places, (c) user and password of addresses.
 */

import { charactersOf, decodeUtf8 } from "./bytes.ts";
import {
  credentialsOf,
  isCredentialName,
  isJson,
  type Pairs,
  replaceCookies,
  replaceCredentials,
  splitAuthorization,
} from "./credentials.ts";
import { endOfString } from "./json-limits.ts";
import { cover, createSecretFinder } from "./secret-finder.ts";
import { type Secret, shortestSecret } from "./secret-forms.ts";

/** The text in place of a secret. */
export const masked = "***";

export type Hide = (text: string) => string;

/** A cleaner of one exchange, or of texts without an exchange. */
export interface Cleaner {
  readonly hide: Hide;
  header(name: string, value: string): string;
  headers(pairs: Pairs): Pairs;
}

/** Parts of an exchange that may carry credentials or repeat them. */
export interface Carrier {
  readonly headers: Pairs;
  /** Its target and its bodies. */
  readonly texts: readonly string[];
}

/** Maximum number of cached cleaners, one for each set of credentials. */
const maxCleaners = 16;
/** Maximum number of characters of texts whose hidden form a cleaner caches. */
const maxRemembered = 500_000;

/**
 * @param options the mask of credentials that were not named, and the shown form of an Authorization header
 * @returns a cleaner for each exchange
 */
export function createCleaners(
  named: readonly (string | Secret)[],
  options: { readonly mask?: string; readonly authorization?: (value: string, hide: Hide) => string } = {},
): (carrier?: Carrier) => Cleaner {
  const { mask = masked, authorization } = options;
  const secrets = named.map((each) => (typeof each === "string" ? { text: each, mask: () => masked } : each));
  const cleaners = new Map<string, Cleaner>();
  const create = (carried: readonly string[]): Cleaner => {
    const find = createSecretFinder([...secrets, ...carried.map((text) => ({ text, mask: () => mask }))]);
    const hideNamed = (text: string) => {
      const places = find(text);
      return places.length === 0 ? text : quoteMasks(cover(text, places));
    };
    // The mask of a named key is more precise than the general one.
    const put = (value: string) =>
      value.includes(masked) && value.replaceAll(masked, "").length < shortestSecret ? value : mask;
    const hide = remembered((text) => replaceCredentials(hideNamed(text), put));
    const header = (name: string, value: string) => {
      if (!isCredentialName(name)) return hide(value);
      const shown = hide(value);
      if (/cookie$/i.test(name)) return replaceCookies(name, shown, put);
      if (!/^(?:proxy-)?authorization$/i.test(name)) return put(shown);
      if (authorization) return authorization(value, hide);
      const { scheme, key } = splitAuthorization(value);
      return key === "" ? scheme.trim() : scheme + masked;
    };
    return {
      hide,
      header,
      headers: (pairs) => pairs.map(([name, value]) => [hide(name), header(name, value)] as const),
    };
  };
  const general = create([]);
  return (carrier) => {
    const carried = carrier ? credentialsOf(carrier.headers, carrier.texts) : [];
    if (carried.length === 0) return general;
    const id = carried.join("\n");
    const cleaner = cleaners.get(id) ?? create(carried);
    if (cleaners.size >= maxCleaners) cleaners.clear();
    cleaners.set(id, cleaner);
    return cleaner;
  };
}

/** JSON stays JSON: a number that was a secret becomes a string. */
function quoteMasks(text: string): string {
  if (!isJson(text)) return text;
  const token = /"|[^\s,:[\]{}"]+/g;
  let quoted = "";
  let taken = 0;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [word] = match;
    if (word === '"') token.lastIndex = endOfString(text, token.lastIndex) + 1;
    else if (/\*\*\*|\(hidden\)/.test(word)) {
      quoted += `${text.slice(taken, match.index)}"${word}"`;
      taken = token.lastIndex;
    }
  }
  return quoted + text.slice(taken);
}

/** Members with words of the kit or of a format, or with text without secrets. */
const ownWords = new Set(
  "id cause clause question requirements kit startedAt startedDateTime httpVersion connection exchanges example exploration".split(
    " ",
  ),
);

/** A copy of plain data without secrets: each text, and each pair of a name and a value as a header is shown. */
export function hideInData<T>(data: T, { hide, header }: Omit<Cleaner, "headers">): T {
  const visit = (value: unknown): unknown => {
    if (typeof value === "string") return hide(value);
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== "object" || value === null) return value;
    const { name, value: text } = value as { readonly name?: unknown; readonly value?: unknown };
    if (typeof name === "string" && typeof text === "string" && Object.keys(value).length === 2)
      return { name: hide(name), value: header(name, text) };
    const copy: Record<string, unknown> = {};
    for (const [key, member] of Object.entries(value)) copy[key] = ownWords.has(key) ? member : visit(member);
    return copy;
  };
  return visit(data) as T;
}

/** Bytes as text: UTF-8, or Latin-1 where they are not UTF-8. */
export const textOf = (bytes: Uint8Array): string => decodeUtf8(bytes) ?? charactersOf(bytes);

/** A cleaner that caches texts, since traffic has many equal ones. */
function remembered(hide: Hide): Hide {
  const known = new Map<string, string>();
  let characters = 0;
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const hidden = hide(text);
    if (text.length > maxRemembered / 4) return hidden;
    characters += text.length + 50;
    if (characters > maxRemembered) {
      known.clear();
      characters = text.length;
    }
    known.set(text, hidden);
    return hidden;
  };
}

/** Text of a person, or a message about it, without user and password of addresses, encoded or not. */
export function hideAddress(text: string): string {
  const withoutUsers = text
    .replace(/:\/\/\S{0,2000}@/g, `://${masked}@`)
    // The scheme may be missing, as in user:password@host.
    .replace(/(?<![^\s"'(=])[^\s:/@"'(=]+:(?!\/\/|\\)\S{0,2000}@/g, `${masked}@`);
  return replaceCredentials(withoutUsers, () => masked);
}
