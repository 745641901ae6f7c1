/** Explains a request that almost matched: its mistake, and the call that works. */

import { quoteWord } from "../../base/curl.ts";
import { isUnder, ordersPath, versionPrefix } from "../../spec/wire.ts";
import { errorReply, headerOf, type MockReply, type MockRequest } from "./reply.ts";
import type { World } from "./world.ts";

/** The message with a curl command that works. */
export function withRemedy(
  world: World,
  message: string,
  request: MockRequest,
  call: Pick<MockRequest, "method" | "target">,
): string {
  // A command over several lines, or a very long one, is not suggested for pasting.
  if (!/^[\x20-\x7e]{1,200}$/.test(call.method + call.target)) return message;
  const host = headerOf(request.headers, "host");
  const url =
    host !== undefined && /^[\w.:[\]-]{1,80}$/.test(host)
      ? quoteWord(`http${request.secure ? "s" : ""}://${host}${call.target}`)
      : `"$ORIGIN"${quoteWord(call.target)}`;
  const method = call.method === "GET" ? "" : `-X ${quoteWord(call.method)} `;
  return `${message} Try: curl ${method}-H "Authorization: Bearer ${world.shownKey}" ${url}`;
}

/** The answer to a path that belongs neither to the API nor to the control plane. */
export function refusePath(world: World, request: MockRequest): MockReply {
  const { method, target } = request;
  const isNear = isUnder(target, ordersPath);
  const hint = isNear
    ? `The path lacks its ${versionPrefix}.`
    : `The service's paths begin with ${versionPrefix}, as in ${versionPrefix}${ordersPath}.`;
  const why = `Nothing is served at ${target.slice(0, 80)}. ${hint}`;
  const call = { method, target: versionPrefix + target };
  // A log would show the command without its key.
  return errorReply(
    404,
    "no_such_path",
    isNear ? withRemedy(world, why, request, call) : why,
    "json",
    {},
    why,
  );
}
