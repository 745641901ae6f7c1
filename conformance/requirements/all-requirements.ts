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

/** A choice of requirements by their ids. */
export interface Selection {
  /** Ids of those to judge; a trailing * matches any ending. Default: all but the opt-in ones. */
  readonly only?: readonly string[];
  /** Ids of those to leave out. */
  readonly skip?: readonly string[];
  /** Whether the key may be sent where it must not work. Default: no, and the requirements about it are left out. */
  readonly exposeKey?: boolean;
}

/**
 * @param dashes before the names of options, for messages
 * @throws {BadInput} for a name that fits no requirement, or one that lacks its option
 */
export function selectRequirements(
  { only = [], skip = [], exposeKey = false }: Selection,
  dashes: "" | "--" = "",
): readonly Requirement[] {
  const isOffered = ({ optIn }: Requirement) => optIn === undefined || exposeKey;
  const wanted = only.length === 0 ? allRequirements.filter(isOffered) : matching(only, `${dashes}only`);
  const disabled = wanted.find((requirement) => !isOffered(requirement));
  if (disabled)
    throw new BadInput(
      `Cannot use ${dashes}only: ${disabled.id} is tested with ${dashes === "" ? "exposeKey" : "--expose-key"} alone. Give that, too.`,
    );
  const unwanted = new Set(matching(skip, `${dashes}skip`));
  const selected = wanted.filter((requirement) => !unwanted.has(requirement));
  if (selected.length === 0)
    throw new BadInput(`Cannot judge anything: ${dashes}only and ${dashes}skip leave no requirement.`);
  return selected;
}

function matching(patterns: readonly string[], option: string): readonly Requirement[] {
  if (!Array.isArray(patterns))
    throw new BadInput(`Cannot use ${option}: it must be an array of ids, got ${quoteValue(patterns)}.`);
  const names = patterns.flatMap((text) => String(text).split(","));
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
