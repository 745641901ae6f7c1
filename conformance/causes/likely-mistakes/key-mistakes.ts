/** Calls that are accepted if a key is read or compared wrongly, and checks that come before the check of the key. */

import { keyChecks } from "../../misreadings/key-checks.ts";
import type { CallFacts } from "../call-facts.ts";
import type { LikelyMistake } from "../match-mistakes.ts";

const letIn: readonly LikelyMistake[] = [
  ...keyChecks.flatMap(([name, words, rules]) =>
    rules.map(
      (isAccepted): LikelyMistake => ({
        id: `key-${name}`,
        text: words,
        shows: ({ authorization }, { apiKey }) =>
          authorization !== undefined && isAccepted(authorization, apiKey),
      }),
    ),
  ),
  {
    id: "key-missing",
    text: "a missing Authorization header is accepted",
    shows: ({ authorization }) => authorization === undefined,
  },
  { id: "key-unchecked", text: "the key is not checked", isOfAll: true, shows: () => true },
];

/** Routes to which a mistake applies: all, or those of one operation. */
const routes = [
  ["", ""],
  ["list", ", on lists alone"],
  ["cancel", ", on cancels alone"],
] as const;
const letInOn = routes.flatMap(([operation, words]) =>
  letIn.map(
    (mistake): LikelyMistake => ({
      ...mistake,
      id: operation === "" ? mistake.id : `${mistake.id}-${operation}`,
      text: mistake.text + words,
      // An accepted call gets the same answer as one with the key.
      shows: (facts, input) =>
        !facts.isWithoutEffect &&
        (operation === "" || facts.call.operation === operation) &&
        mistake.shows(facts, input),
    }),
  ),
);

/** A refusal that has the wrong status. */
const refusedAsDone: LikelyMistake = {
  id: "key-refused-2xx",
  text: "a refusal has the status of a success: nothing is done or shown",
  isOfAll: true,
  shows: ({ isWithoutEffect }) => isWithoutEffect || undefined,
};

export const statesBeforeKey = (["shipped", "cancelled"] as const).map(
  (state): LikelyMistake => ({
    id: `late-${state}`,
    text: `a cancel of a ${state} order is refused before the key is checked`,
    shows: (facts) => facts.state === state,
  }),
);

const pathOf = ({ call }: CallFacts) => call.exchange.request.path.split("?", 1)[0]!;
const spelled = (id: string, text: string, pattern: RegExp): LikelyMistake => ({
  id: `spelling-${id}`,
  text,
  // Only a list or a cancel of a pending order shows that a call was accepted.
  shows: (facts) =>
    pattern.test(pathOf(facts)) &&
    (facts.call.id === undefined || facts.pending.includes(facts.call.id.value as bigint) || undefined),
});

export const keysLetIn: readonly LikelyMistake[] = [refusedAsDone, ...letInOn];
export const freeSpellings: readonly LikelyMistake[] = [
  spelled("trailing-slash", "a slash ends the path", /[^/]\/$/),
  spelled("letter-case", "a letter of the path is a capital", /[A-Z]/),
  spelled("percent-encoded", "a letter of the path is percent-encoded", /%(?!00)[0-9a-f]{2}/i),
  spelled("parameter", "the path has a parameter", /;/),
  spelled("suffix", "the path ends in .json", /\.json$/i),
];
