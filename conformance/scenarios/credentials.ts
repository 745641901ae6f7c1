/** Forms of an Authorization header: the right one, and ways of being without a valid key, each with its reason. */

import type { HeaderList } from "../history/exchange.ts";

/** A way for a request to say who it is. */
export const credentialForms = {
  key: (key) => `Bearer ${key}`,
  none: () => undefined,
  // A check for the scheme alone lets these in.
  empty: () => "Bearer",
  wrongKey: (key) => `Bearer ${wrongKeyFor(key)}`,
  // After a ~ a mock's key may name a world, and other names are as valid: the change is to the key before it.
  cutShort: (key) => `Bearer ${key.replace(/~.*$/, "").slice(0, -1)}`,
  lengthened: (key) => `Bearer ${key}${key.includes("~") ? "+" : "x"}`,
  bareKey: (key) => key,
  basic: (key) => `Basic ${btoa(`${key}:`)}`,
  otherScheme: (key) => `Token ${key}`,
  lowerCase: (key) => `bearer ${key}`,
} as const satisfies Record<string, (key: string) => string | undefined>;

export type CredentialForm = keyof typeof credentialForms;

/** Forms without a valid key. */
export const badForms = [
  "none",
  "wrongKey",
  "cutShort",
  "lengthened",
  "empty",
  "bareKey",
  "basic",
  "otherScheme",
] as const satisfies readonly CredentialForm[];

export function authorization(form: CredentialForm, apiKey: string): HeaderList {
  const value = credentialForms[form](apiKey);
  return value === undefined ? [] : [["authorization", value]];
}

/** A key of the same length and shape that shares nothing with the real one. */
function wrongKeyFor(key: string): string {
  const letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  const random = crypto.getRandomValues(new Uint8Array(Math.max(key.length, 8)));
  return Array.from(random, (byte) => letters[byte % letters.length]).join("");
}
