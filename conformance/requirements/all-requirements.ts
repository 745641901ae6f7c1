/** Every requirement, in the order reports show them. */

import type { Requirement } from "../requirement.ts";
import { authenticationRequirements } from "./authentication.ts";
import { cancelOrderRequirements } from "./cancel-order.ts";
import { errorsRequirements } from "./errors.ts";
import { listOrdersRequirements } from "./list-orders.ts";

export const allRequirements: readonly Requirement[] = [
  ...authenticationRequirements,
  ...errorsRequirements,
  ...listOrdersRequirements,
  ...cancelOrderRequirements,
];
