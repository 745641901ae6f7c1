/** The credential of a request: the key, none, or a kind of wrong one. */

import { percentDecoded } from "../../base/escapes.ts";
import type { HeaderList } from "./exchange.ts";

/** Ways of being without a valid key. */
export const badCredentials = [
  "none",
  "empty",
  "wrongKey",
  "cutShort",
  "lengthened",
  "bareKey",
  "basic",
  "otherScheme",
  "inQuery",
  "inHeader",
] as const;
export type BadCredential = (typeof badCredentials)[number];

/**
 * unknown: removed from a recording. unclear: the key in a form that a server may accept or refuse by HTTP, such as `bearer
 * KEY`. furtherWord: `Bearer KEY word`, malformed by RFC 6750; a server that splits at blanks accepts it.
 */
export type Credential = "valid" | "unknown" | "unclear" | "furtherWord" | BadCredential;

export function isBad(credential: Credential): credential is BadCredential {
  return credential !== "valid" && !isTolerable(credential);
}

/** Whether a server may accept or refuse it. */
export const isTolerable = (credential: Credential): boolean =>
  credential === "unknown" || credential === "unclear" || credential === "furtherWord";

/** The query of a path, without its mark. */
export function queryOf(path: string): string | undefined {
  const mark = path.indexOf("?");
  return mark < 0 ? undefined : path.slice(mark + 1);
}

export function readCredential(headers: HeaderList, query: string | undefined, apiKey: string): Credential {
  const given = headers.filter(([name]) => name.toLowerCase() === "authorization").map(([, value]) => value);
  if (given.length > 1) {
    return given.some((value) => readAuthorization(value, apiKey) === "valid") ? "unclear" : "wrongKey";
  }
  const [authorization] = given;
  if (authorization !== undefined) return readAuthorization(authorization, apiKey);
  if (query !== undefined && apiKey !== "" && percentDecoded(query.replaceAll("+", " ")).includes(apiKey))
    return "inQuery";
  return headers.some(([, value]) => apiKey !== "" && value.includes(apiKey)) ? "inHeader" : "none";
}

function readAuthorization(authorization: string, apiKey: string): Credential {
  const value = authorization.trim();
  if (value === `Bearer ${apiKey}`) return "valid";
  if (value === apiKey) return "bareKey";
  const [, scheme = "", rest = ""] = /^([^\s]*)\s*(.*)$/s.exec(value)!;
  if (/^basic$/i.test(scheme)) return "basic";
  if (!/^bearer$/i.test(scheme)) return rest === "" ? "wrongKey" : "otherScheme";
  // Another case of the scheme, or more white space: RFC 9110, 11.1 and 11.4.
  if (rest === apiKey) return "unclear";
  if (rest === "") return "empty";
  if (apiKey !== "" && rest.startsWith(apiKey) && /^\s/.test(rest.slice(apiKey.length))) return "furtherWord";
  if (apiKey.includes(rest)) return "cutShort";
  return rest.includes(apiKey) ? "lengthened" : "wrongKey";
}
