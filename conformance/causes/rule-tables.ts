/** Every table of rules. */

import type { Rule, RuleTable } from "./rule.ts";
import { emptyListRules, errorRules, listRules, orderRules } from "./rules/answer-forms.ts";
import { pendingRules, repeatRules, shippedRules } from "./rules/call-rules.ts";
import { takenIdRules, unknownIdRules } from "./rules/id-rules.ts";
import { keyOrderRules, keyRules, spellingRules } from "./rules/key-rules.ts";

const tables: readonly RuleTable[] = [
  keyRules,
  keyOrderRules,
  spellingRules,
  takenIdRules,
  unknownIdRules,
  repeatRules,
  shippedRules,
  pendingRules,
  errorRules,
  listRules,
  emptyListRules,
  orderRules,
];

export const allRules: readonly Rule[] = tables.flatMap(({ rules }) => rules);

export const rulesFor = (kinds: readonly string[]) =>
  tables.filter((table) => kinds.some((kind) => table.kinds.test(kind))).flatMap(({ rules }) => rules);
