/** The way of a request to a mock that shares its worlds with others. */

import { errorReply, type MockReply } from "../http/reply.ts";

export const tooManyWorlds = errorReply(
  503,
  "too_many_worlds",
  "There are too many worlds. Drop some: DELETE /_mock/worlds?idle=60 drops those idle for a minute.",
);

/** A request that cannot be answered, since its world cannot be loaded or its changes cannot be stored. */
export class StateRefused extends Error {
  override name = "StateRefused";
  readonly reply: MockReply;
  constructor(reply: MockReply) {
    super(reply.why);
    this.reply = reply;
  }
}

export interface SharedNeeds {
  readonly world: string;
  /** Answered beside others of the same world, in one exchange with the store. */
  readonly isCall: boolean;
  /** Values that it reads apart from its world. */
  readonly reads?: "journal" | "worlds" | undefined;
  readonly follows?: boolean;
}
