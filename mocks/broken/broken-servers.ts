/** Every named wrong server. */

import { brokenAuthentication } from "./authentication.ts";
import type { BrokenServer } from "./broken-server.ts";
import { brokenPendingCancels } from "./cancel-pending.ts";
import { brokenShippedCancels } from "./cancel-shipped.ts";
import { brokenErrors } from "./errors.ts";
import { brokenLists } from "./list-orders.ts";
import { brokenQueries } from "./list-queries.ts";
import { brokenOrderIds } from "./order-ids.ts";

export const brokenServers: readonly BrokenServer[] = [
  ...brokenAuthentication,
  ...brokenErrors,
  ...brokenLists,
  ...brokenQueries,
  ...brokenPendingCancels,
  ...brokenShippedCancels,
  ...brokenOrderIds,
];
