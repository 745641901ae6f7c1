/** Every named wrong server, in groups. */

import { actsLater, beforeKeyRows } from "./before-key.ts";
import { type BrokenServer, blamedBy, type WrongRow } from "./broken-server.ts";
import { cancelEffectRows, lateCancelRows } from "./cancel-effects.ts";
import { cancelRows } from "./cancels.ts";
import { errorRows } from "./errors.ts";
import { keyRows } from "./keys.ts";
import { listAnswerRows } from "./list-answers.ts";
import { listRows } from "./lists.ts";
import { orderFieldRows } from "./order-fields.ts";
import { orderIdRows, otherOrderIdRows } from "./order-ids.ts";
import { lateRefusalRows, refusalRows } from "./refusals.ts";
import { refusedKeyRows } from "./refused-keys.ts";
import { statusRows } from "./statuses.ts";
import { unknownIdRows } from "./unknown-ids.ts";

// An effect of a call without a key may be seen where it is unknown which call had it.
const ofKeys = /^authentication\/|^exposed-key\/|^cancel-order\/no-other-effect$/;
// A call that is let in may name an order by a cut id, and the order shows the effect.
const ofEffects =
  /^authentication\/|^exposed-key\/|^order-id\/resembling|^cancel-order\/|^list-orders\/all-orders$/;
const ofLists = /^list-orders\/|^order\/|^cancel-order\/(?:list-|only-that-|no-other-|shipped-unchanged)/;
const ofCancels = /^cancel-order\/|^list-orders\/all-orders$|^order\/is-object$|^order-id\/resembling-has/;
// A cancelled order is answered as an unknown one, and so is a shipped one in another notation.
const ofIds = /^order-id\/|^cancel-order\//;

export interface BrokenGroup {
  readonly title: string;
  readonly servers: readonly BrokenServer[];
}
const group = (title: string, blames: RegExp, rows: readonly WrongRow[]): BrokenGroup => ({
  title,
  servers: blamedBy(blames, rows),
});

export const brokenGroups: readonly BrokenGroup[] = [
  group("Keys that are not valid", ofKeys, keyRows),
  group("Refusals, and calls that are let in", ofKeys, refusedKeyRows),
  group("Before the key is checked", ofEffects, beforeKeyRows),
  group("Errors", /^errors\//, errorRows),
  group("Statuses", /^(?!errors\/|order\/)/, statusRows),
  group("The list", ofLists, listRows),
  group("The list with parameters, with headers, and after a cancel", ofLists, listAnswerRows),
  group("Fields of a listed order", ofLists, orderFieldRows),
  group("The cancel of a pending order", ofCancels, cancelRows),
  group("Effects of a cancel on other orders", ofCancels, cancelEffectRows),
  group("Cancelled and shipped orders", ofCancels, refusalRows),
  group("Ids that name another order", ofIds, orderIdRows),
  group("Ids of unknown orders", ofIds, unknownIdRows),
];

export const brokenServers: readonly BrokenServer[] = brokenGroups.flatMap(({ servers }) => servers);

/** Further servers that only show with other orders, after a longer wait, or in a whole run. */
export const moreBrokenServers: readonly BrokenServer[] = [
  ...blamedBy(ofEffects, [actsLater(150)]),
  ...blamedBy(ofCancels, [...lateCancelRows, ...lateRefusalRows]),
  ...blamedBy(ofIds, otherOrderIdRows),
];
