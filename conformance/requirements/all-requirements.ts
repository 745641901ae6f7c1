/** Every requirement, in the order reports show them. */

import { authenticationRequirements } from "./authentication.ts";
import { cancelOrderRequirements } from "./cancel-order.ts";
import { errorsRequirements } from "./errors.ts";
import { exposedKeyRequirements } from "./exposed-key.ts";
import { listOrdersRequirements } from "./list-orders.ts";
import { orderRequirements } from "./order.ts";
import { orderIdRequirements } from "./order-id.ts";
import type { Requirement } from "./requirement.ts";

export const allRequirements: readonly Requirement[] = [
  ...authenticationRequirements,
  ...exposedKeyRequirements,
  ...errorsRequirements,
  ...listOrdersRequirements,
  ...orderRequirements,
  ...cancelOrderRequirements,
  ...orderIdRequirements,
];

/** Requirements that a run tests by default. */
export const defaultRequirements: readonly Requirement[] = allRequirements.filter(({ optIn }) => !optIn);
