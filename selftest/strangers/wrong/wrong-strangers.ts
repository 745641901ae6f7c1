import type { Stranger } from "../stranger.ts";
import { beforeTheKey } from "./before-the-key.ts";
import { wrongCancels } from "./cancels.ts";
import { wrongErrors } from "./errors.ts";
import { wrongFields } from "./fields.ts";
import { wrongIds } from "./ids.ts";
import { wrongKeys } from "./keys.ts";
import { wrongLists } from "./lists.ts";
import { wrongRefusals } from "./refusals.ts";
import { takesOthers } from "./takes-others.ts";
import { twoStores } from "./two-stores.ts";
import { unknownIds } from "./unknown-ids.ts";
import { wrongWire } from "./wire.ts";

export interface WrongStranger extends Stranger {
  /** Requirements that may fail because of what is wrong with it: any other failure is a wrong blame. */
  readonly blames: RegExp;
}

const blamedBy = (blames: RegExp, group: readonly Stranger[]): readonly WrongStranger[] =>
  group.map((stranger) => ({ ...stranger, blames }));

/** Servers that break the document, thought up without a look at the judge. */
export const wrongStrangers: readonly WrongStranger[] = [
  ...blamedBy(/^authentication\/|^exposed-key\//, wrongKeys),
  ...blamedBy(
    /^authentication\/|^exposed-key\/|^cancel-order\/(?:shipped-unchanged|only-that-order)$/,
    beforeTheKey,
  ),
  ...blamedBy(/^errors\//, wrongErrors),
  // A cancelled order is answered as one that never was.
  ...blamedBy(
    /^order-id\/|^cancel-order\/(?:unknown|second-cancel|second-cancel-status|one-winner|race-statuses)$/,
    unknownIds,
  ),
  ...blamedBy(
    /^list-orders\/|^order\/(?:is-object|id-unique)$|^cancel-order\/(?:list-stays-valid|only-that-order|shipped-unchanged)$/,
    wrongLists,
  ),
  // An order whose id is shown otherwise is not in the list.
  ...blamedBy(
    /^order\/|^list-orders\/(?:all-orders|no-filter|one-response)$|^cancel-order\/(?:list-stays-valid|only-that-order|shipped-unchanged)$/,
    wrongFields,
  ),
  ...blamedBy(/^cancel-order\//, wrongCancels),
  ...blamedBy(/^cancel-order\//, takesOthers),
  ...blamedBy(/^cancel-order\//, wrongRefusals),
  ...blamedBy(/^cancel-order\/|^list-orders\//, twoStores),
  // Another number is the id of no order.
  ...blamedBy(/^order-id\/|^cancel-order\/unknown$/, wrongIds),
  ...blamedBy(/^(?:cancel-order|list-orders|errors|order)\/|^authentication\/.*without-key/, wrongWire),
];
