/** What is looked at before the key, and paths on which no key is asked for. */

import type { CallFacts } from "../call-facts.ts";
import type { Rule, RuleRun, RuleTable } from "../rule.ts";
import { rule } from "./call-rules.ts";
import { letIn } from "./key-rules.ts";

/** Of a shipped order; of a cancelled one; of one that is no int64 or nobody's. */
const stateOf = ({ call, sinceDone }: CallFacts, { given, shipped }: RuleRun) => {
  if (call.id?.kind === "other") return "malformed";
  if (call.id?.kind !== "exact") return undefined;
  if (shipped.includes(call.id.value)) return "shipped";
  if (!given.includes(call.id.value)) return "unknown";
  return sinceDone === undefined ? "pending" : "cancelled";
};
const lookedUp: readonly (readonly [id: string, text: string, states: readonly string[]])[] = [
  ["late-unknown", "an unknown order is found out first", ["unknown", "cancelled"]],
  ["late-unknown-alone", "an unknown order is found out first", ["unknown"]],
  ["late-cancelled", "a cancelled order is found out first", ["cancelled"]],
  ["late-shipped", "a shipped order is found out first", ["shipped"]],
  ["late-malformed", "the id is read first", ["malformed"]],
  ["late-lookup", "the order is looked up first", ["unknown", "cancelled", "malformed"]],
  ["late-state", "the state is looked at first", ["shipped", "cancelled"]],
  ["late-not-pending", "the order and its state are looked at first", ["unknown", "cancelled", "shipped"]],
  ["late-all", "all but the key is looked at first", ["unknown", "cancelled", "shipped", "malformed"]],
];
const lateRules: readonly Rule[] = lookedUp.map(([id, text, wanted]) =>
  rule(id, text, undefined, (facts, run) => {
    if (facts.call.operation !== "cancel") return false;
    const state = stateOf(facts, run);
    return state === undefined ? undefined : wanted.includes(state);
  }),
);

/** A key that would be let in is refused, after the cancel was carried out. */
const acting = letIn.map(
  ({ id, text, shows }): Rule => ({
    id: id.replace("key-", "acts-"),
    text: `carried out, then refused: ${text}`,
    shows: (facts, run) => {
      const order = facts.call.id?.value as bigint;
      if (facts.unclear.includes(order)) return undefined;
      return facts.call.operation === "cancel" && facts.pending.includes(order) && shows(facts, run);
    },
  }),
);

const path = ({ call }: CallFacts) => call.exchange.request.path.split("?", 1)[0]!;
/** What is let in is seen where there is something to get: a list, or a pending order to cancel. */
const mayShowSpelling = ({ call, pending }: CallFacts): true | undefined =>
  call.id === undefined || pending.includes(call.id.value as bigint) || undefined;
const spelled = (id: string, text: string, pattern: RegExp) =>
  rule(`spelling-${id}`, text, `The key is not asked for where ${text}`, (facts) =>
    pattern.test(path(facts)) ? mayShowSpelling(facts) : false,
  );
const spellings: readonly Rule[] = [
  spelled("trailing-slash", "a slash ends the path", /[^/]\/$/),
  spelled("double-slash", "a slash stands twice", /\/\//),
  spelled("letter-case", "a letter of the path is a capital", /[A-Z]/),
  spelled("percent-encoded", "a letter of the path is percent-encoded", /%(?!00)[0-9a-f]{2}/i),
  spelled("dot-segments", "the path has dot segments", /\/\.{1,2}(?:\/|$)|%2e/i),
  spelled("parameter", "the path has a parameter", /;/),
  spelled("suffix", "the path ends in .json", /\.json$/i),
  spelled("leading-zero", "the id has zeros in front", /\/0\d+$/),
  rule(
    "spelling-override",
    "the method is overridden",
    "The key is not asked for where the method is overridden",
    ({ call }) =>
      call.exchange.request.headers.some(([name]) => /^x-(?:http-)?method/i.test(name)) ||
      /_method=/.test(call.query ?? ""),
  ),
  rule(
    "spelling-any",
    "every other spelling of a path",
    "The key is asked for by the exact path alone",
    () => true,
  ),
];

export const keyOrderRules: RuleTable = { kinds: /^key:late$/, rules: lateRules };
export const keyEffectRules: RuleTable = { kinds: /^key:acts$/, rules: acting };
export const spellingRules: RuleTable = { kinds: /^spelling:/, rules: spellings };
