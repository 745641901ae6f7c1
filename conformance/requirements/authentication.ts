/** Sections 4 and 5: a bearer key on everything, looked at before anything else. */

import type { TestableClauseId } from "../../spec/clauses.ts";
import { headerOf } from "../evidence/exchange.ts";
import type { History } from "../evidence/history.ts";
import { mayBeInLockOut } from "../evidence/lock-outs.ts";
import type { Part } from "../evidence/parts.ts";
import type { Call } from "../evidence/read-call.ts";
import { type BadCredential, isBad } from "../evidence/read-credential.ts";
import { type Contradiction, expectAnswer, expectStatus, isSuccess } from "../model/contradiction.ts";
import { isPlainId, stateBefore } from "../model/state-before.ts";
import { effectsOf, spoiledBy, survivedAttacks } from "./effects.ts";
import { openSpellings, spelledOtherwise } from "./other-spellings.ts";
import { ofEvery, type Requirement, requirement } from "./requirement.ts";

/** What is wrong with each credential. */
type Case = readonly [credential: BadCredential, name: string, words: string];
const cases: readonly Case[] = [
  ["none", "without-key", "without an Authorization header"],
  ["wrongKey", "wrong-key", "with a key that is not valid"],
];
const invalidKeyCases: readonly Case[] = [
  ["cutShort", "key-cut-short", "with the key less its last character"],
  ["lengthened", "key-lengthened", "with the key and one character more"],
  ["empty", "empty-key", "with an empty bearer token"],
];
const schemeCases: readonly Case[] = [
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

const expect401 = (history: History, calls: readonly Call[]): readonly Contradiction[] =>
  calls.flatMap((call) => {
    const found = expectStatus(call, [401]);
    if (call.status === 400 && isBeyondAscii(call)) return [];
    return found && !mayBeInLockOut(history.calls, call) ? [found] : [];
  });

/** Not each reader of HTTP takes such a header (RFC 9110, 5.5): 400 is a fair answer of one that does not. */
const isBeyondAscii = ({ exchange: { request } }: Call): boolean =>
  /[^\t\x20-\x7e]/.test(headerOf(request, "authorization") ?? "");

/** A requirement that all these calls are answered 401. */
function refusing(
  id: string,
  title: string,
  clause: TestableClauseId,
  parts: readonly Part[],
  covers: (history: History) => readonly Call[],
  needs?: "pending" | "shipped",
): Requirement {
  const breaks = (history: History) => expect401(history, covers(history));
  return requirement({
    id: `authentication/${id}`,
    title,
    clause,
    parts,
    covers,
    breaks,
    ...(needs && { needs }),
  });
}

/** Cancels without a valid key of what is in a state, by a path written as the document does. */
const badCancels = (state: ReturnType<typeof stateBefore>) => (history: History) =>
  history.calls.filter(
    (call) =>
      call.operation === "cancel" &&
      call.isPlain &&
      isBad(call.credential) &&
      call.credential !== "inQuery" &&
      call.credential !== "inHeader" &&
      stateBefore(history, call) === state &&
      isPlainId(call),
  );

const refusedListing = allCases.map(([credential, name, words]) =>
  refusing(
    `list-${name}`,
    `Listing ${words} answers 401`,
    clauseOf(credential, "list-unauthorized"),
    ["badKeys"],
    ({ calls }) =>
      calls.filter((call) => call.operation === "list" && call.isPlain && call.credential === credential),
  ),
);

const refusedCancelling = allCases.map(([credential, name, words]) =>
  refusing(
    `cancel-${name}`,
    `Cancelling an unknown order ${words} answers 401`,
    clauseOf(credential, "cancel-unauthorized"),
    ["badKeys"],
    (history) => badCancels("unknown")(history).filter((call) => call.credential === credential),
  ),
);

/** Pet operations are not shown: who gives no answer there lets nobody in, and shows nothing. */
const isPetWithoutKey = ({ operation, credential, status }: Call) =>
  operation === "pet" && isBad(credential) && status !== undefined;
const isSchemeOfAnyCase = ({ operation, isPlain, credential, isSpecial }: Call) =>
  operation === "list" && isPlain && credential === "unclear" && !isSpecial;
const hasFurtherWord = ({ operation, isPlain, credential }: Call) =>
  operation === "list" && isPlain && credential === "furtherWord";
const isRefusedList = ({ operation, isPlain, credential, status }: Call) =>
  operation === "list" && isPlain && isBad(credential) && status === 401;
const isHeadWithoutKey = ({ operation, isPlain, credential }: Call) =>
  operation === "head" && isPlain && isBad(credential);
const expectRefusal = (call: Call) =>
  expectAnswer(call, "any status but 2xx", (status) => !isSuccess(status));

export const authenticationRequirements: readonly Requirement[] = [
  ...refusedListing,
  ...refusedCancelling,
  refusing(
    "before-id-format",
    "Cancelling by a malformed id without a valid key answers 401",
    "all-authenticated",
    ["badKeys"],
    badCancels("malformed"),
  ),
  refusing(
    "before-shipped-state",
    "Cancelling a shipped order without a valid key answers 401",
    "all-authenticated",
    ["badKeysOnOrders"],
    badCancels("shipped"),
    "shipped",
  ),
  refusing(
    "before-pending-state",
    "Cancelling a pending order without a valid key answers 401",
    "cancel-unauthorized",
    ["badKeysOnOrders"],
    badCancels("pending"),
    "pending",
  ),
  refusing(
    "before-cancelled-state",
    "Cancelling a cancelled order without a valid key answers 401",
    "all-authenticated",
    ["badKeysOnOrders", "cancels"],
    badCancels("cancelled"),
    "pending",
  ),
  requirement({
    id: "authentication/refused-cancel-has-no-effect",
    title: "A cancel without a valid key leaves the order pending",
    clause: "cancel-unauthorized",
    parts: ["badKeysOnOrders", "cancels"],
    needs: "pending",
    scope: "order",
    covers: (history) => survivedAttacks(history, "noKey"),
    breaks: (history) => effectsOf(history, "noKey"),
    spoils: (history) => spoiledBy(history, "noKey"),
  }),
  requirement({
    id: "authentication/other-spelling-gives-no-orders",
    title: "Another spelling of a path or method gives no orders without a valid key",
    clause: "all-authenticated",
    parts: ["otherPaths"],
    covers: ({ calls }) => calls.filter(spelledOtherwise),
    breaks: openSpellings,
  }),
  requirement({
    id: "authentication/other-spelling-has-no-effect",
    title: "Another spelling of a path or method has no effect without a valid key",
    clause: "all-authenticated",
    parts: ["otherPaths", "cancels"],
    needs: "pending",
    scope: "order",
    covers: (history) => survivedAttacks(history, "otherPath"),
    breaks: (history) => effectsOf(history, "otherPath"),
    spoils: (history) => spoiledBy(history, "otherPath"),
  }),
  requirement({
    id: "authentication/every-operation",
    title: "GET /pets/{petId} is not answered 2xx without a valid key",
    clause: "auth-every-operation",
    parts: ["pet"],
    ...ofEvery(isPetWithoutKey, expectRefusal),
  }),
  requirement({
    id: "authentication/scheme-in-any-case",
    title: "The scheme is understood in lower case",
    clause: "rfc9110-scheme-case",
    parts: ["lists"],
    ...ofEvery(isSchemeOfAnyCase, (call) => expectStatus(call, [200])),
  }),
  requirement({
    id: "authentication/key-with-further-word",
    title: "Listing with another word after the key answers 401",
    clause: "rfc6750-token",
    parts: ["lists"],
    ...ofEvery(hasFurtherWord, (call) => expectAnswer(call, "401", (status) => !isSuccess(status))),
  }),
  requirement({
    id: "authentication/challenge",
    title: "A 401 carries a WWW-Authenticate challenge for Bearer",
    clause: "rfc9110-challenge",
    parts: ["badKeys"],
    ...ofEvery(isRefusedList, ({ exchange }) => {
      const challenge = headerOf(exchange.answer!, "www-authenticate");
      if (challenge === undefined)
        return { expected: "a WWW-Authenticate header", received: "none", exchange };
      if (/\bbearer\b/i.test(challenge)) return undefined;
      return { expected: "a Bearer challenge", received: challenge, exchange };
    }),
  }),
  requirement({
    id: "authentication/head-without-key",
    title: "HEAD of the list without a valid key is not answered 2xx",
    clause: "all-authenticated",
    parts: ["head"],
    ...ofEvery(isHeadWithoutKey, expectRefusal),
  }),
];
