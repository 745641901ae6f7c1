/** `Authorization: Bearer <API_KEY>` (section 5), where `<API_KEY>~name` opens the world of that name. */

import { isWorldName } from "../../spec/control-protocol.ts";
import { startWorldName } from "./world.ts";

export type Refusal = "missing" | "invalid" | "scheme" | "world";

export type Admission =
  | { readonly world: string /** As the client wrote it. */; readonly scheme: string }
  | { readonly refusal: Refusal };

const usual: Admission = { world: startWorldName, scheme: "Bearer" };

/** Whether a request is let in, and to which world. The scheme's letter case is left to the world's profile. */
export function admit(authorization: string | undefined, apiKeys: ReadonlySet<string>): Admission {
  if (authorization === undefined) return { refusal: "missing" };
  // What nearly every request says, the quick way.
  if (authorization.startsWith("Bearer ") && apiKeys.has(authorization.slice(7))) return usual;
  const space = authorization.indexOf(" ");
  const scheme = space < 0 ? authorization : authorization.slice(0, space);
  if (scheme.toLowerCase() !== "bearer") {
    return { refusal: "world" in worldOf(authorization, apiKeys) ? "scheme" : "missing" };
  }
  // Only spaces and tabs are blanks here (RFC 9110, 5.6.3); trim() would drop a no-break space, too.
  const words = space < 0 ? null : authorization.slice(space).match(/[^ \t]+/g);
  const token = words?.join(" ") ?? "";
  if (token === "") return { refusal: "missing" };
  const opened = worldOf(token, apiKeys);
  return "world" in opened ? { world: opened.world, scheme } : opened;
}

/** A key opens the world it names; a whole key that has the sign in it comes first. */
function worldOf(
  token: string,
  apiKeys: ReadonlySet<string>,
): { readonly world: string } | { readonly refusal: Refusal } {
  if (apiKeys.has(token)) return { world: startWorldName };
  const sign = token.indexOf("~");
  if (sign < 0) return { refusal: "invalid" };
  for (let at = sign; at >= 0; at = token.indexOf("~", at + 1)) {
    if (!apiKeys.has(token.slice(0, at))) continue;
    const name = token.slice(at + 1);
    return isWorldName(name) ? { world: name } : { refusal: "world" };
  }
  return { refusal: "invalid" };
}

/** What a 401 tells its reader to do. */
export const refusalMessages: Readonly<Record<Refusal, string>> = {
  missing: "The API key is missing. Send it as `Authorization: Bearer <API_KEY>`.",
  invalid: "The API key is not valid here.",
  scheme: "The API key came without the word Bearer before it. Send it as `Authorization: Bearer <API_KEY>`.",
  world:
    "The API key is valid, the name of a world after its ~ is not: it has 1 to 64 letters, digits, dots, hyphens or underscores.",
};

/** The challenge a 401 carries (RFC 9110, 15.5.2; RFC 6750, 3). */
export const challenges: Readonly<Record<Refusal, string>> = {
  missing: 'Bearer realm="store-orders"',
  scheme: 'Bearer realm="store-orders"',
  invalid: 'Bearer realm="store-orders", error="invalid_token"',
  world: 'Bearer realm="store-orders", error="invalid_token"',
};
