/** Every named wrong server. */

import { brokenAfterCancel } from "./after-cancel.ts";
import { brokenAuthentication } from "./authentication.ts";
import { brokenOrderOfChecks } from "./before-key.ts";
import type { BrokenServer } from "./broken-server.ts";
import { brokenCancelEffects } from "./cancel-others.ts";
import { brokenPendingCancels } from "./cancel-pending.ts";
import { brokenShippedCancels } from "./cancel-shipped.ts";
import { effectsWithoutKey } from "./effects-without-key.ts";
import { brokenErrors } from "./errors.ts";
import { brokenLists } from "./list-orders.ts";
import { brokenListsOverTime } from "./list-over-time.ts";
import { brokenQueries } from "./list-queries.ts";
import { brokenListShapes } from "./list-shape.ts";
import { brokenOrderFields } from "./order-fields.ts";
import { brokenOrderIds } from "./order-ids.ts";
import { brokenStatuses } from "./statuses.ts";

export const brokenServers: readonly BrokenServer[] = [
  ...brokenAuthentication,
  ...brokenOrderOfChecks,
  ...effectsWithoutKey,
  ...brokenErrors,
  ...brokenStatuses,
  ...brokenLists,
  ...brokenOrderFields,
  ...brokenListShapes,
  ...brokenListsOverTime,
  ...brokenQueries,
  ...brokenPendingCancels,
  ...brokenCancelEffects,
  ...brokenAfterCancel,
  ...brokenShippedCancels,
  ...brokenOrderIds,
];
