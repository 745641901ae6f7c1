/**
 * Decides whether a call reaches its operation: it must have `Authorization: Bearer <API_KEY>` (section 5), where
 * `<API_KEY>~name` opens the world with that name, and must not be throttled by the world's profile.
 */

import { isWorldName } from "../../spec/control-protocol.ts";
import { withRemedy } from "./near-miss.ts";
import { errorReply, type MockReply, type MockRequest } from "./reply.ts";
import { startWorldName, type World } from "./world.ts";

export type Refusal = "missing" | "invalid" | "scheme" | "world";

export type Admission =
  | { readonly world: string /** As the client wrote it. */; readonly scheme: string }
  | { readonly refusal: Refusal };

const usual: Admission = { world: startWorldName, scheme: "Bearer" };

/** Whether the key of a request is valid, and its world. The world's profile decides about the scheme's letter case. */
export function admit(authorization: string | undefined, apiKeys: ReadonlySet<string>): Admission {
  if (authorization === undefined) return { refusal: "missing" };
  // Fast path for nearly all requests.
  if (authorization.startsWith("Bearer ") && apiKeys.has(authorization.slice(7))) return usual;
  const space = authorization.indexOf(" ");
  const scheme = space < 0 ? authorization : authorization.slice(0, space);
  if (scheme.toLowerCase() !== "bearer") {
    return { refusal: "world" in readToken(authorization, "", apiKeys) ? "scheme" : "missing" };
  }
  // Only spaces and tabs are blanks here (RFC 9110, 5.6.3); trim() would drop a no-break space, too.
  const words = space < 0 ? null : authorization.slice(space).match(/[^ \t]+/g);
  const token = words?.join(" ") ?? "";
  return token === "" ? { refusal: "missing" } : readToken(token, scheme, apiKeys);
}

/** The world that a key names; where several keys fit its beginning, the longest counts. */
function readToken(token: string, scheme: string, apiKeys: ReadonlySet<string>): Admission {
  if (apiKeys.has(token)) return { world: startWorldName, scheme };
  let longest: string | undefined;
  for (const key of apiKeys) {
    const isKey = token[key.length] === "~" && apiKeys.has(token.slice(0, key.length));
    if (isKey && key.length >= (longest?.length ?? 0)) longest = key;
  }
  if (longest === undefined) return { refusal: "invalid" };
  const name = token.slice(longest.length + 1);
  return isWorldName(name) ? { world: name, scheme } : { refusal: "world" };
}

/**
 * Rate limits are not shown (section 8, rule 2). Every nth call is throttled: counted, not timed, so that the same calls get
 * the same answers.
 */
const every = 40;

/** The answer to a call that does not reach its operation: it is throttled, or its key is not valid. */
export function refuse(world: World, admission: Admission, request: MockRequest): MockReply | undefined {
  const { throttle, schemeCase, errorMediaType } = world.profile;
  if (throttle !== "none") {
    world.callsCounted = (world.callsCounted ?? 0) + 1;
    if (world.callsCounted % every === 0) {
      const message = `Every ${every}th call is throttled, as the profile says. Send it again.`;
      return errorReply(Number(throttle), "too_many_calls", message, errorMediaType, { "retry-after": "0" });
    }
  }
  if ("refusal" in admission) return refuseKey(world, admission.refusal, request);
  const isOtherCase = schemeCase === "exact" && admission.scheme !== "Bearer";
  return isOtherCase ? refuseKey(world, "missing", request) : undefined;
}

function refuseKey(world: World, refusal: Refusal, request: MockRequest): MockReply {
  const { code, challenge, message } = refusals[refusal];
  const text = refusal === "scheme" ? withRemedy(world, message, request, request) : message;
  const headers = { "www-authenticate": challenge };
  return errorReply(401, code, text, world.profile.errorMediaType, headers, `${message} (5, rule 1)`);
}

const missing = { code: "api_key_missing", challenge: 'Bearer realm="store-orders"' };
const invalid = {
  code: "api_key_invalid",
  challenge: 'Bearer realm="store-orders", error="invalid_token"',
};

/** The 401, with its challenge (RFC 9110, 15.5.2; RFC 6750, 3) and a message with the next step. */
export const refusals: Readonly<
  Record<Refusal, { readonly code: string; readonly challenge: string; readonly message: string }>
> = {
  missing: {
    ...missing,
    message:
      "The API key is missing. Send it as `Authorization: Bearer <API_KEY>`: another scheme, header or query parameter is not read.",
  },
  scheme: {
    ...missing,
    message: "The API key came without the word Bearer before it.",
  },
  invalid: { ...invalid, message: "The API key is not valid here. Use one that this mock was started with." },
  world: {
    ...invalid,
    message:
      "The API key is valid, the name of a world after its ~ is not: it has 1 to 64 letters, digits, dots, hyphens or underscores.",
  },
};
