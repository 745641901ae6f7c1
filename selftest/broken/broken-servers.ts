/** Every named wrong server, in groups. */

import { actsLater, beforeKeys } from "./before-key.ts";
import { type BrokenServer, serversOf, type WrongTable } from "./broken-server.ts";
import { lateCancels, wrongCancels } from "./cancels.ts";
import { wrongErrors } from "./errors.ts";
import { comparedKeys, refusedKeys } from "./keys.ts";
import { changingLists, listsAfterCancels, wrongLists } from "./lists.ts";
import { wrongOrderFields } from "./order-fields.ts";
import { otherIds, wrongIds } from "./order-ids.ts";
import { wrongRefusals } from "./refusals.ts";

// An effect of a call without a key may be seen where it is unknown which call had it.
const ofKeys = /^authentication\/|^exposed-key\/|^cancel-order\/no-other-effect$/;
// An accepted call may name an order by a cut id, and the order shows the effect.
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
const group = (title: string, blames: RegExp, table: WrongTable): BrokenGroup => ({
  title,
  servers: serversOf(blames, table),
});

export const brokenGroups: readonly BrokenGroup[] = [
  group("How keys are compared", ofKeys, comparedKeys),
  group("Keys that are let in, or refused wrongly", /^(?!errors\/|order\/)/, refusedKeys),
  group("Before the key is checked", ofEffects, beforeKeys),
  group("Errors", /^errors\//, wrongErrors),
  group("The list", ofLists, wrongLists),
  group("The list with parameters, with headers, and its answer", /^(?!errors\/)/, changingLists),
  group("The list after a cancel", ofLists, listsAfterCancels),
  group("Fields of a listed order", ofLists, wrongOrderFields),
  group("The cancel of a pending order, and its effects", ofCancels, wrongCancels),
  group("Cancelled and shipped orders", ofCancels, wrongRefusals),
  group("Ids of no order", ofIds, wrongIds),
];

export const brokenServers: readonly BrokenServer[] = brokenGroups.flatMap(({ servers }) => servers);

/** Further servers that only show with other orders, after a longer wait, or in a whole run. */
export const moreBrokenServers: readonly BrokenServer[] = [
  ...serversOf(ofEffects, { "authentication/refused-cancel-has-no-effect": actsLater(150) }),
  ...serversOf(ofCancels, lateCancels),
  ...serversOf(ofIds, otherIds),
];
