/**
 * A scene plays a few calls against the server and hands the exchanges on as
 * evidence. Requirements judge evidence; several may judge the same scene, so a
 * run needs few orders and few calls.
 */

import type { Cast, Part } from "../history/cast.ts";
import type { Exchange, HeaderList } from "../history/exchange.ts";

/**
 * Scenes of one phase run side by side, phases one after the other.
 * look: touches no given order. provoke: attempts that must leave given orders
 * alone. cancel, prove, race: use orders up.
 */
export const phases = ["look", "provoke", "cancel", "prove", "race"] as const;
export type Phase = (typeof phases)[number];

/** How a call shows who is asking. */
export type Credential =
  | "key"
  | "none"
  /** An Authorization header of this value instead. */
  | { readonly authorization: string };

export interface CallOptions {
  readonly as?: Credential;
  /** Whether it may be sent again where the network failed. Default: GET and HEAD. */
  readonly repeatable?: boolean;
  /** Headers for this call alone. */
  readonly headers?: HeaderList;
  /** Look at the socket for bytes behind the answer, where the target can. */
  readonly onWire?: boolean;
}

/** What a scene may do. Calls never throw: a call without an answer is an exchange with a failure. */
export interface Stage<P extends Part = Part> {
  readonly cast: { readonly [Role in P]: bigint } & Cast;
  readonly apiKey: string;
  call(method: string, path: string, options?: CallOptions): Promise<Exchange>;
  list(options?: CallOptions): Promise<Exchange>;
  /** A cancel that a right server carries out: sent once. */
  cancel(id: bigint, options?: CallOptions): Promise<Exchange>;
  /** A cancel that a right server refuses and that so may be sent again where the network failed. */
  attempt(id: bigint | string, options?: CallOptions): Promise<Exchange>;
  /** An id that no listed order has, from a range: random, so that no two runs meet. */
  unusedId(above: bigint): bigint;
}

export interface Scene<Evidence = unknown> {
  readonly name: string;
  readonly phase: Phase;
  readonly needs: readonly Part[];
  readonly play: (stage: Stage) => Promise<Evidence>;
}

export function defineScene<const P extends Part, Evidence>(scene: {
  readonly name: string;
  readonly phase: Phase;
  readonly needs: readonly P[];
  readonly play: (stage: Stage<P>) => Promise<Evidence>;
}): Scene<Evidence> {
  // The runner plays a scene only once every part it needs is cast.
  return scene as Scene<Evidence>;
}
