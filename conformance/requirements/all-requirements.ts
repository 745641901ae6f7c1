/** Every requirement, in the order of reports, and their selection by --only and --skip. */

import { BadInput, nearestName, quoteValue } from "../../base/bad-input.ts";
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

/**
 * @param optIns the given options that enable opt-in requirements
 * @throws {BadInput} for a name that fits no requirement, or one that lacks its option
 */
export function selectRequirements(
  only: readonly string[],
  skip: readonly string[],
  optIns: readonly string[] = [],
): readonly Requirement[] {
  const isOffered = ({ optIn }: Requirement) => optIn === undefined || optIns.includes(optIn);
  const wanted = only.length === 0 ? allRequirements.filter(isOffered) : matching(only, "--only");
  const disabled = wanted.find((requirement) => !isOffered(requirement));
  if (disabled)
    throw new BadInput(
      `Cannot use --only: ${disabled.id} is tested with --${disabled.optIn} alone. Give that, too.`,
    );
  const unwanted = new Set(matching(skip, "--skip"));
  const selected = wanted.filter((requirement) => !unwanted.has(requirement));
  if (selected.length === 0)
    throw new BadInput("Cannot judge anything: --only and --skip leave no requirement.");
  return selected;
}

function matching(patterns: readonly string[], option: string): readonly Requirement[] {
  const names = patterns.flatMap((text) => text.split(","));
  const isNamed = (name: string, id: string) =>
    name.endsWith("*") ? id.startsWith(name.slice(0, -1)) : id === name;
  const ids = allRequirements.map(({ id }) => id);
  const unknown = names.find((name) => !ids.some((id) => isNamed(name, id)));
  if (unknown === undefined)
    return allRequirements.filter(({ id }) => names.some((name) => isNamed(name, id)));
  const near = nearestName(unknown, ids);
  throw new BadInput(
    `Cannot use ${option}: there is no requirement ${quoteValue(unknown)}. ${near ? `Did you mean ${near}?` : "A report in json names them all."}`,
  );
}
