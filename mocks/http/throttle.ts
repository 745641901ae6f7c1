/** Calls that are put off, where the profile has it: rate limits are not shown (section 8, rule 2). */

import type { AnswerTo } from "../../spec/open-questions.ts";
import { errorReply, type MockReply } from "./reply.ts";
import type { World } from "./world.ts";

/** Of so many calls one is put off: counted, not timed, so that the same calls are answered the same way. */
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

/** The answer to a call that is put off. */
export function throttled(world: World): MockReply | undefined {
  const reply = putOff[world.profile.throttle];
  if (!reply) return undefined;
  world.callsCounted = (world.callsCounted ?? 0) + 1;
  return world.callsCounted % every === 0 ? reply(world) : undefined;
}
