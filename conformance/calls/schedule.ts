/** The schedule of a run: its phases one after the other, and the steps of each. */

import type { Part } from "../evidence/parts.ts";
import * as attacks from "./attack-steps.ts";
import * as badKeys from "./bad-key-steps.ts";
import * as cancels from "./cancel-steps.ts";
import { late, playRows, type Selection, withKey, withoutKey } from "./play-rows.ts";
import * as reading from "./reading-steps.ts";
import type { Roles } from "./roles.ts";
import type { Run } from "./run.ts";

/**
 * A few calls of a run. Steps only send requests; judging happens elsewhere. A step with a condition is played only if the
 * roles of the orders meet it.
 */
type Step = readonly [
  part: Part,
  name: string,
  play: (run: Run) => Promise<void>,
  isPlayed?: (roles: Roles) => boolean,
];

/** Plays late rows alone, after orders were cancelled. */
const lateRows =
  (...selections: readonly Selection[]): Step[2] =>
  (run) =>
    playRows(run, [late, ...selections]);

const beginLateWait: Step = ["cancels", "begin to wait for late effects", cancels.beginLateWait];

/**
 * The steps of a phase are played at once, since none of them depends on another. Lists with queries and headers share no
 * phase with cancels that act: they are compared with plain lists only while no order changes.
 */
const phases: Phases = [
  [
    // First those that begin with a list: they use the last one while no other call was made.
    ["unknown", "orders that do not exist", reading.cancelUnknown],
    ["malformed", "ids that are no int64", reading.cancelMalformed],
    ["lists", "the list", reading.listOrders],
    ["queries", "the list with query parameters and with headers", reading.listWithQueries],
    ["head", "HEAD of the list", reading.headOfList],
  ],
  // Not earlier: a server that cancels some order at every call is noticed by one unknown id, at the cost of one order.
  // Later, if the pending order's id shows with less risk how a server reads ids.
  [["shipped", "shipped orders", attacks.cancelShipped, ({ isPendingFirst }) => !isPendingFirst]],
  // On the order that is cancelled first, before its cancel; on another one, after the late effects of that cancel.
  [
    [
      "otherIds",
      "cancel by ids like a pending order's",
      attacks.cancelByOtherIds,
      ({ otherIds, first }) => otherIds === first,
    ],
  ],
  [["cancels", "cancel a pending order twice", cancels.cancelFirst]],
  [beginLateWait],
  [
    // Before other calls name the order, so that their late effects are not attributed to a read.
    ["otherPaths", "read a pending order's own path", attacks.readOrder],
    ["lists", "list the orders once more", lateRows(withKey, reading.isPlainList)],
    ["unknown", "cancel orders that do not exist once more", lateRows(withKey, reading.isUnknown)],
    ["malformed", "cancel by ids that are no int64 once more", lateRows(withKey, reading.isMalformed)],
    ["head", "HEAD of the list without a key", badKeys.headWithoutKey],
    ["pet", "ask for a pet without a key", badKeys.askForPet],
    [
      "lists",
      "list with the scheme in lower case, and with a word after the key",
      badKeys.listWithUnusualKeys,
    ],
  ],
  // Before ids like an order's, since they show how a server reads ids.
  [["shipped", "cancel shipped orders", attacks.cancelShipped, ({ isPendingFirst }) => isPendingFirst]],
  [
    // The longest first: its calls wait for each other.
    ["badKeysOnOrders", "try one forbidden cancel of each remaining order", attacks.attackExtraOrders],
    ["badKeys", "try calls without a valid key", badKeys.useBadKeys],
    ["exposedKey", "list with the key in the wrong place", badKeys.exposeKey],
  ],
  [["cancels", "wait for late effects of the cancel", cancels.awaitLateEffects]],
  [
    [
      "otherIds",
      "cancel by ids like a pending order's",
      attacks.cancelByOtherIds,
      ({ otherIds, first }) => otherIds !== first,
    ],
  ],
  [["badKeysOnOrders", "cancel given orders without a valid key", attacks.cancelWithBadKeys]],
  [["otherPaths", "other spellings of paths and methods, without a key", attacks.tryOtherPaths]],
  [beginLateWait],
  [["badKeys", "try calls without a valid key once more", lateRows(withoutKey, badKeys.isOnNoOrder)]],
  [["cancels", "wait for late effects of forbidden calls", cancels.cancelAttacked]],
  // First those that begin with a list: they use the last one while no other call was made.
  [
    ["otherIds", "cancel by ids like a pending order's once more", attacks.cancelByOtherIdsLate],
    ["badKeysOnOrders", "cancel given orders without a valid key once more", attacks.cancelWithBadKeysLate],
    ["shipped", "cancel shipped orders once more", lateRows(withKey, attacks.isShipped)],
    ["cancels", "cancel a cancelled order once more", attacks.cancelCancelledLate],
  ],
  [
    [
      "cancels",
      "cancel the remaining orders, and the last one several times at once",
      cancels.cancelRemaining,
    ],
  ],
  [beginLateWait],
  [["shipped", "cancel shipped orders after all others", attacks.cancelShippedAtLast]],
  [["cancels", "wait for late effects of all cancels", cancels.cancelAgain]],
];

export type Phases = readonly (readonly Step[])[];

/** The phases, with only the steps of these parts. */
export const phasesOf = (wanted: ReadonlySet<Part>): Phases =>
  phases.map((steps) => steps.filter(([part]) => wanted.has(part))).filter((steps) => steps.length > 0);

/** Called before each step with the number of steps done and in all. */
export type OnProgress = (done: number, total: number, step: string) => void;

export async function playRun(all: Phases, run: Run, onProgress?: OnProgress): Promise<void> {
  const total = all.flat().length;
  let done = 0;
  for (const steps of all) {
    for (const [index, [, name]] of steps.entries()) onProgress?.(done + index, total, name);
    done += steps.length;
    const played = steps.filter(([, , , isPlayed]) => isPlayed?.(run.roles) ?? true);
    await Promise.all(played.map(([, , play]) => play(run)));
  }
}
