/** Every named wrong server. */

import { actsLater, beforeKeyRows } from "./before-key.ts";
import { type BrokenServer, blamedBy } from "./broken-server.ts";
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

// What is done without a key may be seen where nobody can tell who did it.
const ofKeys = /^authentication\/|^exposed-key\/|^cancel-order\/no-other-effect$/;
// What is let in or done without a key may be a cut id, and may be seen on an order.
const ofEffects =
  /^authentication\/|^exposed-key\/|^order-id\/resembling|^cancel-order\/|^list-orders\/all-orders$/;
const ofLists = /^list-orders\/|^order\/|^cancel-order\/(?:list-|only-that-|no-other-|shipped-unchanged)/;
const ofCancels = /^cancel-order\/|^list-orders\/all-orders$|^order\/is-object$|^order-id\/resembling-has/;
// A cancelled order is answered as one that never was, and so is a shipped one otherwise spelled.
const ofIds = /^order-id\/|^cancel-order\//;

export const brokenServers: readonly BrokenServer[] = [
  ...blamedBy(ofKeys, [...keyRows, ...refusedKeyRows]),
  ...blamedBy(ofEffects, beforeKeyRows),
  ...blamedBy(/^errors\//, errorRows),
  ...blamedBy(/^(?!errors\/|order\/)/, statusRows),
  ...blamedBy(ofLists, [...listRows, ...listAnswerRows, ...orderFieldRows]),
  ...blamedBy(ofCancels, [...cancelRows, ...cancelEffectRows, ...refusalRows]),
  ...blamedBy(ofIds, [...orderIdRows, ...unknownIdRows]),
];

/** More of them, which show with other orders than the self-test's own, after a longer wait, or in a whole run alone. */
export const moreBrokenServers: readonly BrokenServer[] = [
  ...blamedBy(ofEffects, [actsLater(150)]),
  ...blamedBy(ofCancels, [...lateCancelRows, ...lateRefusalRows]),
  ...blamedBy(ofIds, otherOrderIdRows),
];
