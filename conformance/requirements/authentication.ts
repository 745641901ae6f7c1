/** Sections 4 and 5: every request needs a bearer key, which is checked before anything else. */

import { isJsonObject } from "../../base/json.ts";
import type { TestableClauseId } from "../../spec/clauses.ts";
import { isBadKeyLockedOut } from "../diagnosis/bad-key-lock-out.ts";
import { type Contradiction, expectAnswer, expectStatus, isSuccess } from "../diagnosis/contradiction.ts";
import { isPlainId, type StateBefore, stateBefore } from "../diagnosis/order-calls.ts";
import { type Answer, bodyText, headerOf, parsedBody } from "../evidence/exchange.ts";
import type { History } from "../evidence/history.ts";
import { orderFields } from "../evidence/order-faults.ts";
import { type BadCredential, type Call, type Credential, isBad } from "../evidence/read-call.ts";
import { mayBeInLockOut } from "../evidence/unrelated-answers.ts";
import { hasNoEffect } from "./effects.ts";
import { ofEach, ofEvery, type Requirement, type Rule, rulesOf } from "./requirement.ts";

const rule = rulesOf("authentication");

/** Kinds of calls without a valid key, each with the clause for its 401, unless it is the operation's own. */
const cases: readonly (readonly [BadCredential, name: string, words: string, clause?: TestableClauseId])[] = [
  ["none", "without-key", "without an Authorization header"],
  ["wrongKey", "wrong-key", "with a key that is not valid"],
  ["cutShort", "key-cut-short", "with the key less its last character", "key-missing-or-invalid"],
  ["lengthened", "key-lengthened", "with the key and one character more", "key-missing-or-invalid"],
  ["empty", "empty-key", "with an empty bearer token", "key-missing-or-invalid"],
  ["bareKey", "key-without-scheme", "with the key but no scheme", "bearer-scheme"],
  ["basic", "basic-scheme", "with the key under the Basic scheme", "bearer-scheme"],
  ["otherScheme", "other-scheme", "with the key under another scheme", "bearer-scheme"],
];

/** Refusals of such headers by an HTTP parser (RFC 9110, 5.5), by a filter of attacks, or by a proxy (11.7.2). */
function isRefusedOnTheWay({ status, credential, exchange: { request } }: Call): boolean {
  const value = headerOf(request, "authorization") ?? "";
  if (status === 400) return /[^\t\x20-\x7e]/.test(value);
  if (status === 403) return value.includes("'");
  return status === 407 && credential === "inHeader";
}

const refused = (covers: Rule["covers"]): Rule =>
  ofEach(
    (history) => covers(history).filter((call) => !isBadKeyLockedOut(history, call)),
    (call, { calls }) => {
      if (isRefusedOnTheWay(call)) return undefined;
      return mayBeInLockOut(calls, call) ? undefined : expectStatus(call, [401]);
    },
  );

const isListWith = (credential: Credential) => (call: Call) =>
  call.operation === "list" && call.isPlain && call.credential === credential;

export const refusedList = (credential: BadCredential): Rule =>
  refused(({ calls }) => calls.filter(isListWith(credential)));

/** Cancels without a valid key of orders in a state, by the documented path. */
const badCancels = (state: StateBefore) => (history: History) =>
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

/** Whether it is an answered call of a pet operation without a key. A missing answer to one proves nothing. */
const isPetWithoutKey = ({ operation, credential, status }: Call) =>
  operation === "pet" && isBad(credential) && status !== undefined;
/** Whether it is a list with the scheme in another case. With `Bearer`, a key is unclear because it is not known as valid. */
const isSchemeOfAnyCase = (call: Call) =>
  isListWith("unclear")(call) &&
  !call.isSpecial &&
  !/^Bearer \S/.test(headerOf(call.exchange.request, "authorization") ?? "");
const isRefusedList = ({ operation, isPlain, credential, status }: Call) =>
  operation === "list" && isPlain && isBad(credential) && status === 401;
const isHeadWithoutKey = ({ operation, isPlain, credential }: Call) =>
  operation === "head" && isPlain && isBad(credential);
const expectRefusal = (call: Call) =>
  expectAnswer(call, "any status but 2xx", (status) => !isSuccess(status));

const onOrders = { parts: ["badKeysOnOrders"] } as const;
const onPending = { parts: ["badKeysOnOrders", "cancels"], needs: "pending" } as const;
const onLists = { parts: ["lists"] } as const;
const withBadKeys = { parts: ["badKeys"] } as const;

/** States of orders, which must not be checked before the key. */
const states = [
  ["malformed", "id-format", "by a malformed id", "all-authenticated", withBadKeys],
  ["shipped", "shipped-state", "a shipped order", "all-authenticated", { ...onOrders, needs: "shipped" }],
  ["pending", "pending-state", "a pending order", "cancel-unauthorized", { ...onOrders, needs: "pending" }],
  ["cancelled", "cancelled-state", "a cancelled order", "all-authenticated", onPending],
] as const;

export const authenticationRequirements: readonly Requirement[] = [
  ...cases.map(([credential, name, words, clause = "list-unauthorized"]) =>
    rule(`list-${name}`, `Listing ${words} answers 401`, clause, {
      ...withBadKeys,
      ...refusedList(credential),
    }),
  ),
  ...cases.map(([credential, name, words, clause = "cancel-unauthorized"]) =>
    rule(`cancel-${name}`, `Cancelling an unknown order ${words} answers 401`, clause, {
      ...withBadKeys,
      ...refused((history) =>
        badCancels("unknown")(history).filter((call) => call.credential === credential),
      ),
    }),
  ),
  ...states.map(([state, name, words, clause, setting]) =>
    rule(`before-${name}`, `Cancelling ${words} without a valid key answers 401`, clause, {
      ...setting,
      ...refused(badCancels(state)),
    }),
  ),
  rule(
    "refused-cancel-has-no-effect",
    "A cancel without a valid key leaves the order pending",
    "cancel-unauthorized",
    { ...onPending, scope: "order", ...hasNoEffect("noKey") },
  ),
  rule(
    "other-spelling-gives-no-orders",
    "Another spelling of a path or method gives no orders without a valid key",
    "all-authenticated",
    { parts: ["otherPaths"], covers: ({ calls }) => calls.filter(spelledOtherwise), breaks: openSpellings },
  ),
  rule(
    "other-spelling-has-no-effect",
    "Another spelling of a path or method has no effect without a valid key",
    "all-authenticated",
    { parts: ["otherPaths", "cancels"], needs: "pending", scope: "order", ...hasNoEffect("otherPath") },
  ),
  rule(
    "every-operation",
    "GET /pets/{petId} is not answered 2xx without a valid key",
    "auth-every-operation",
    { parts: ["pet"], ...ofEvery(isPetWithoutKey, expectRefusal) },
  ),
  rule("scheme-in-any-case", "The scheme is understood in lower case", "rfc9110-scheme-case", {
    ...onLists,
    ...ofEvery(isSchemeOfAnyCase, (call) => expectStatus(call, [200])),
  }),
  rule("key-with-further-word", "Listing with another word after the key answers 401", "rfc6750-token", {
    ...onLists,
    ...ofEvery(isListWith("furtherWord"), (call) =>
      expectAnswer(call, "401", (status) => !isSuccess(status)),
    ),
  }),
  rule("challenge", "A 401 carries a WWW-Authenticate challenge for Bearer", "rfc9110-challenge", {
    ...withBadKeys,
    ...ofEvery(isRefusedList, ({ exchange }) => {
      const challenge = headerOf(exchange.answer!, "www-authenticate");
      if (challenge === undefined)
        return { expected: "a WWW-Authenticate header", received: "none", exchange };
      if (/\bbearer\b/i.test(challenge)) return undefined;
      return { expected: "a Bearer challenge", received: challenge, exchange };
    }),
  }),
  rule("head-without-key", "HEAD of the list without a valid key is not answered 2xx", "all-authenticated", {
    parts: ["head"],
    ...ofEvery(isHeadWithoutKey, expectRefusal),
  }),
];

/** Other notations of the paths and methods of the operations: any answer is allowed, except orders (section 4). */
const spelledOtherwise = ({ isPlain, credential, operation }: Call): boolean =>
  isBad(credential) && operation !== "pet" && !isPlain;

function openSpellings(history: History): readonly Contradiction[] {
  return history.calls
    .filter(spelledOtherwise)
    .flatMap(({ exchange, status, operation, id }): readonly Contradiction[] => {
      const expected = "no orders without a key";
      if (!isSuccess(status)) return [];
      if (showsOrders(exchange.answer!, id?.value))
        return [{ expected, received: `${status} with orders`, exchange }];
      // A 204 to a cancel claims an effect.
      return operation === "cancel" && status === 204
        ? [{ expected: "no cancel without a key", received: "204", exchange }]
        : [];
    });
}

/** The beginning of a long list: an array, alone or in an object, whose first element has a field of orders. */
const beginningOfOrders = /^\s*(?:\{[^[\]]*)?\[\s*\{[^{}]*"(?:id|petId|quantity|shipDate|complete)"\s*:/;

const fieldsBesideId = orderFields.filter((field) => field !== "id");

/** Whether a value is an object with one of these fields. */
const hasField = (json: unknown, fields: readonly string[]): boolean =>
  isJsonObject(json) && fields.some((field) => json[field] !== undefined);

/** Whether an answer has orders in a list, or the named order: an operation that reads one needs a key, too (section 5). */
function showsOrders(answer: Answer, id: bigint | undefined): boolean {
  if (answer.bodyBytes !== undefined) return beginningOfOrders.test(bodyText(answer));
  const parsed = parsedBody(answer);
  if ("error" in parsed) return false;
  const { json } = parsed;
  return [json, ...(isJsonObject(json) ? Object.values(json) : [])].some((each) => {
    if (Array.isArray(each)) return each.some((element) => hasField(element, orderFields));
    return isJsonObject(each) && id !== undefined && each.id === id && hasField(each, fieldsBesideId);
  });
}
