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

/** Servers that break the document, thought up without a look at the judge. */
export const wrongStrangers: readonly Stranger[] = [
  ...wrongKeys,
  ...beforeTheKey,
  ...wrongErrors,
  ...unknownIds,
  ...wrongLists,
  ...wrongFields,
  ...wrongCancels,
  ...takesOthers,
  ...wrongRefusals,
  ...twoStores,
  ...wrongIds,
  ...wrongWire,
];
