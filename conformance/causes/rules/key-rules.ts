/** Who is let in by a wrong reading or comparison of the key. */

import type { Rule, RuleTable } from "../rule.ts";
import { type Compare, comparisons } from "./key-comparisons.ts";
import { otherReadings, type Read, usual } from "./key-readings.ts";

/** The key with a further word behind it is let in by many a right server. */
const isKeyAndMore = (authorization: string, key: string) =>
  /^bearer /i.test(authorization) && authorization.slice(7).trimStart().startsWith(`${key} `);

const readsAs =
  (reads: Read, compare: Compare): Rule["shows"] =>
  ({ authorization }, { apiKey }) => {
    if (apiKey === undefined) return undefined;
    if (authorization === undefined) return false;
    return isKeyAndMore(authorization, apiKey)
      ? undefined
      : reads(authorization).some((token) => compare(token, apiKey));
  };

export const letIn: readonly Rule[] = [
  ...comparisons.flatMap(([id, text, title, compare]) =>
    usual.map(
      (reads): Rule => ({
        id,
        text,
        title,
        shows: readsAs(reads, (token, key) => token !== key && compare(token, key)),
      }),
    ),
  ),
  ...otherReadings.flatMap(([id, text, title, all]) =>
    all.map((reads): Rule => ({ id, text, title, shows: readsAs(reads, (token, key) => token === key) })),
  ),
  {
    id: "key-within",
    text: "authorization.includes(key)",
    title: "The key is searched for in the header",
    shows: readsAs(
      (text) => [text],
      (text, key) => text.includes(key) && text !== `Bearer ${key}`,
    ),
  },
  // Both: any token under any scheme.
  {
    id: "key-any-header",
    text: "any Authorization header",
    title: "Any Authorization header is taken for a key",
    shows: ({ authorization }) => authorization !== undefined,
  },
  {
    id: "key-basic",
    text: "any Basic credentials",
    title: "Any Basic credentials are taken for a key",
    shows: ({ authorization }) => /^basic /i.test(authorization ?? ""),
  },
  {
    id: "key-missing",
    text: "no Authorization header is taken for a valid one",
    title: "Calls without an Authorization header are let in",
    shows: ({ authorization }) => authorization === undefined,
  },
  {
    id: "key-unchecked",
    text: "the key is not checked",
    title: "The key is not checked",
    isOfAll: true,
    shows: () => true,
  },
];

/** Who is let in gets what was asked for. */
const whole = letIn.map(
  (rule): Rule => ({
    ...rule,
    shows: (facts, run) => (facts.isWithoutEffect ? false : rule.shows(facts, run)),
  }),
);

/** The same on one operation alone: a check that a route lacks. */
const onOne = (operation: "list" | "cancel", words: string): readonly Rule[] =>
  whole.map((rule) => ({
    ...rule,
    id: `${rule.id}-${operation}`,
    text: `${rule.text}, ${words} alone`,
    title: `${rule.title}, ${words} alone`,
    shows: (facts, run) => facts.call.operation === operation && rule.shows(facts, run),
  }));

/** A refusal that has the wrong status. */
const saidDone: Rule = {
  id: "key-refused-2xx",
  text: "who has no valid key is answered as if all were well",
  title: "Calls without a valid key are answered 2xx, and nothing is done",
  isOfAll: true,
  shows: ({ isWithoutEffect }) => isWithoutEffect || undefined,
};

export const keyRules: RuleTable = {
  kinds: /^key:open$/,
  rules: [saidDone, ...whole, ...onOne("list", "on lists"), ...onOne("cancel", "on cancels")],
};
