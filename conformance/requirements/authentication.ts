/** Sections 4 and 5: a bearer key on everything, looked at before anything else. */

import type { TestableClauseId } from "../../spec/clauses.ts";
import type { Exchange } from "../history/exchange.ts";
import { headerOf } from "../history/exchange.ts";
import type { Judge } from "../history/judge.ts";
import {
  cancelledPending,
  lastingProofs,
  racedPending,
  refusedPending,
  shippedOrder,
} from "../scenarios/given-orders.ts";
import {
  type BadCredential,
  headOfList,
  lowerCaseScheme,
  malformedCancels,
  type RefusedCalls,
  refusedLists,
  refusedPet,
  refusedUnknownCancels,
} from "../scenarios/look.ts";
import { type Requirement, requirement } from "./requirement.ts";
import { expectStillPending } from "./still-pending.ts";

const expect401 = (exchange: Exchange, judge: Judge) => void judge.status(exchange, 401);

/** What is wrong with each credential. */
const cases: readonly (readonly [BadCredential, string, string])[] = [
  ["none", "without-key", "without an Authorization header"],
  ["wrongKey", "wrong-key", "with a key that is not valid"],
];
const invalidKeyCases: typeof cases = [
  ["cutShort", "key-cut-short", "with the key less its last character"],
  ["lengthened", "key-lengthened", "with the key and one character more"],
  ["empty", "empty-key", "with an empty bearer token"],
];
const schemeCases: typeof cases = [
  ["bareKey", "key-without-scheme", "with the key but no scheme"],
  ["basic", "basic-scheme", "with the key under the Basic scheme"],
  ["otherScheme", "other-scheme", "with the key under another scheme"],
];

const allCases = [...cases, ...invalidKeyCases, ...schemeCases];

/** The clause that makes a credential's answer a 401: the operation's own, or one of section 5. */
function clauseOf<C extends TestableClauseId>(credential: BadCredential, operation: C) {
  if (schemeCases.some(([other]) => other === credential)) return "bearer-scheme";
  return invalidKeyCases.some(([other]) => other === credential) ? "key-missing-or-invalid" : operation;
}

const refusedListing = allCases.map(([credential, name, words]) =>
  requirement({
    id: `authentication/list-${name}`,
    title: `Listing ${words} answers 401`,
    clause: clauseOf(credential, "list-unauthorized"),
    scenes: { refused: refusedLists },
    check: ({ refused }, judge) => expect401(refused[credential], judge),
  }),
);

const refusedCancelling = allCases.map(([credential, name, words]) =>
  requirement({
    id: `authentication/cancel-${name}`,
    title: `Cancelling ${words} answers 401, though the order is unknown`,
    clause: clauseOf(credential, "cancel-unauthorized"),
    scenes: { refused: refusedUnknownCancels },
    check: ({ refused }, judge) => expect401(refused[credential], judge),
  }),
);

export const authenticationRequirements: readonly Requirement[] = [
  ...refusedListing,
  ...refusedCancelling,
  requirement({
    id: "authentication/before-id-format",
    title: "Cancelling by a malformed id without a key answers 401",
    clause: "all-authenticated",
    scenes: { malformed: malformedCancels },
    check({ malformed }, judge) {
      for (const exchange of malformed.withoutKey) expect401(exchange, judge);
    },
  }),
  requirement({
    id: "authentication/before-shipped-state",
    title: "Cancelling a shipped order without a valid key answers 401",
    clause: "all-authenticated",
    scenes: { shipped: shippedOrder },
    check({ shipped: { refused } }, judge) {
      expect401(refused.none, judge);
      expect401(refused.wrongKey, judge);
    },
  }),
  requirement({
    id: "authentication/before-pending-state",
    title: "Cancelling a pending order without a valid key answers 401",
    clause: "cancel-unauthorized",
    scenes: { pending: refusedPending },
    check({ pending: { calls } }, judge) {
      for (const exchange of callsOf(calls)) expect401(exchange, judge);
    },
  }),
  requirement({
    id: "authentication/refused-cancel-has-no-effect",
    title: "A cancel without a valid key leaves the order pending",
    clause: "cancel-unauthorized",
    scenes: {
      attack: refusedPending,
      cancelled: cancelledPending,
      proofs: lastingProofs,
      race: racedPending,
    },
    check: ({ attack, ...later }, judge) => expectStillPending(attack, later, judge),
  }),
  requirement({
    id: "authentication/every-operation",
    title: "GET /pets/{petId} is not answered 2xx without a key",
    clause: "auth-every-operation",
    scenes: { pet: refusedPet },
    check({ pet }, judge) {
      const { status } = judge.answer(pet);
      if (status >= 200 && status < 300) judge.unmet("any status but 2xx", String(status), pet);
    },
  }),
  requirement({
    id: "authentication/scheme-in-any-case",
    title: "The scheme is understood in lower case",
    clause: "rfc9110-scheme-case",
    scenes: { list: lowerCaseScheme },
    check: ({ list }, judge) => void judge.status(list, 200),
  }),
  requirement({
    id: "authentication/challenge",
    title: "A 401 carries a WWW-Authenticate challenge for Bearer",
    clause: "rfc9110-challenge",
    scenes: { refused: refusedLists },
    check({ refused }, judge) {
      const answer = judge.answer(refused.none);
      if (answer.status !== 401) return judge.untestable("The call is not answered 401.");
      const challenge = headerOf(answer, "www-authenticate");
      if (challenge === undefined) return judge.unmet("a WWW-Authenticate header", "none", refused.none);
      if (!/\bbearer\b/i.test(challenge)) judge.unmet("a Bearer challenge", challenge, refused.none);
    },
  }),
  requirement({
    id: "authentication/head-without-key",
    title: "HEAD of the list without a key is not answered 2xx",
    clause: "rfc9110-head",
    scenes: { head: headOfList },
    check({ head: { withoutKey } }, judge) {
      const { status } = judge.answer(withoutKey);
      if (status >= 200 && status < 300) judge.unmet("any status but 2xx", String(status), withoutKey);
    },
  }),
];

function callsOf(calls: Partial<RefusedCalls>): readonly Exchange[] {
  return Object.values(calls);
}
