/** `Authorization: Bearer <API_KEY>` (section 5). */

import type { AnswerTo } from "../../spec/open-questions.ts";

export type Refusal = "missing" | "invalid";

/**
 * Why a request is not let in, or undefined when it is.
 * @param authorization the Authorization header as it came
 */
export function refusalOf(
  authorization: string | undefined,
  apiKeys: ReadonlySet<string>,
  schemeCase: AnswerTo<"schemeCase">,
): Refusal | undefined {
  if (authorization === undefined) return "missing";
  const space = authorization.indexOf(" ");
  const scheme = space < 0 ? authorization : authorization.slice(0, space);
  const isBearer = scheme === "Bearer" || (schemeCase === "any" && scheme.toLowerCase() === "bearer");
  if (!isBearer) return "missing";
  // Only spaces and tabs are blanks here (RFC 9110, 5.6.3); trim() would drop a no-break space, too.
  const words = space < 0 ? null : authorization.slice(space).match(/[^ \t]+/g);
  const key = words?.join(" ") ?? "";
  if (key === "") return "missing";
  return apiKeys.has(key) ? undefined : "invalid";
}

/** What a 401 tells its reader to do. */
export const refusalMessages: Readonly<Record<Refusal, string>> = {
  missing: "The API key is missing. Send it as `Authorization: Bearer <API_KEY>`.",
  invalid: "The API key is not valid here.",
};

/** The challenge a 401 carries (RFC 9110, 15.5.2; RFC 6750, 3). */
export const challenges: Readonly<Record<Refusal, string>> = {
  missing: 'Bearer realm="store-orders"',
  invalid: 'Bearer realm="store-orders", error="invalid_token"',
};
