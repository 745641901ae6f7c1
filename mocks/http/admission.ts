/**
 * Whether a call gets to its operation. It says `Authorization: Bearer <API_KEY>` (section 5), where
 * `<API_KEY>~name` opens the world of that name, and is not one that the world's profile puts off.
 */

import { isWorldName } from "../../spec/control-protocol.ts";
import type { AnswerTo } from "../../spec/open-questions.ts";
import { withRemedy } from "./near-miss.ts";
import { errorReply, type MockReply, type MockRequest } from "./reply.ts";
import { startWorldName, type World } from "./world.ts";

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
    return { refusal: "world" in readToken(authorization, "", apiKeys) ? "scheme" : "missing" };
  }
  // Only spaces and tabs are blanks here (RFC 9110, 5.6.3); trim() would drop a no-break space, too.
  const words = space < 0 ? null : authorization.slice(space).match(/[^ \t]+/g);
  const token = words?.join(" ") ?? "";
  return token === "" ? { refusal: "missing" } : readToken(token, scheme, apiKeys);
}

/** A key opens the world it names; of keys that begin alike, the longest that fits is meant. */
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

/** The answer to a call that does not get to its operation: it is put off, or not let in. */
export function refuse(world: World, admission: Admission, request: MockRequest): MockReply | undefined {
  const wait = putOff[world.profile.throttle];
  if (wait) {
    world.callsCounted = (world.callsCounted ?? 0) + 1;
    if (world.callsCounted % every === 0) return wait(world);
  }
  if ("refusal" in admission) return refuseKey(world, admission.refusal, request);
  const isOtherCase = world.profile.schemeCase === "exact" && admission.scheme !== "Bearer";
  return isOtherCase ? refuseKey(world, "missing", request) : undefined;
}

function refuseKey(world: World, refusal: Refusal, request: MockRequest): MockReply {
  const { errorMediaType } = world.profile;
  if (refusal !== "scheme") return usualRefusals[errorMediaType][refusal];
  const text = withRemedy(world, refusal, refusalMessages.scheme, request, request);
  return refusalReply(refusal, errorMediaType, text);
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

/** Those that are the same each time, made once: fifteen times as fast. */
const usualRefusals = {
  json: refusalsOf("json"),
  problem: refusalsOf("problem"),
};

function refusalsOf(
  mediaType: AnswerTo<"errorMediaType">,
): Readonly<Record<Exclude<Refusal, "scheme">, MockReply>> {
  return {
    missing: refusalReply("missing", mediaType),
    invalid: refusalReply("invalid", mediaType),
    world: refusalReply("world", mediaType),
  };
}

function refusalReply(
  refusal: Refusal,
  mediaType: AnswerTo<"errorMediaType">,
  text = refusalMessages[refusal],
): MockReply {
  const code = `api_key_${refusal === "invalid" || refusal === "world" ? "invalid" : "missing"}`;
  const headers = { "www-authenticate": challenges[refusal] };
  return errorReply(401, code, text, mediaType, headers, `${refusalMessages[refusal]} (5, rule 1)`);
}

/** Rate limits are not shown (section 8, rule 2). Of so many calls one is put off: counted, not timed, so that the same calls are answered the same way. */
const every = 40;

const putOff: Readonly<Record<AnswerTo<"throttle">, ((world: World) => MockReply) | undefined>> = {
  none: undefined,
  "429": (world) => throttleReply(429, world),
  "503": (world) => throttleReply(503, world),
};

function throttleReply(status: 429 | 503, { profile }: World): MockReply {
  const message = `Every ${every}th call is put off, as the profile says. Send it again.`;
  return errorReply(status, "too_many_calls", message, profile.errorMediaType, { "retry-after": "0" });
}
