/**
 * Questions that the document leaves open and a client can see. Each question has the
 * answers a server may give; the suite observes them, the mock plays them.
 * A Profile is one answer to each.
 */

import type { ClauseId } from "./clauses.ts";

interface OpenQuestion {
  /** The clause that leaves it open. */
  readonly clause: ClauseId;
  readonly question: string;
  /** Answer -> what a client sees. */
  readonly answers: Readonly<Record<string, string>>;
  /** The mock's default answer. Not a promise of the document. */
  readonly usual: string;
}

const malformedIdAnswers = {
  "400": "refused as a bad request",
  "404": "no such order",
  "405": "no such route for the method",
  "422": "refused as unprocessable",
} as const;

export const openQuestions = {
  cancelledInList: {
    clause: "cancelled-order-in-list",
    question: "Does a cancelled order still appear in the list, and with what data?",
    answers: {
      gone: "it is no longer listed",
      unchanged: "it is listed, its five documented fields as before",
      changed: "it is listed, some documented field differs",
    },
    usual: "gone",
  },
  repeatedCancel: {
    clause: "cancel-only-pending",
    question: "What answers a second cancel of an order that is already cancelled?",
    answers: { "404": "it cannot be found any more", "409": "it is in the wrong state" },
    usual: "404",
  },
  conflictBody: {
    clause: "conflict-body",
    question: "What is the body of a 409?",
    answers: {
      none: "no bytes",
      error: "an Error object",
      json: "other JSON",
      text: "something that is not JSON",
    },
    usual: "error",
  },
  statusField: {
    clause: "order-status-field",
    question: "Do listed orders carry a `status` field?",
    answers: { absent: "none does", shown: "at least one does" },
    usual: "absent",
  },
  unknownQuery: {
    clause: "list-unknown-parameter",
    question: "What happens to a query parameter the list does not have?",
    answers: { ignored: "200 with all orders", refused: "400" },
    usual: "ignored",
  },
  malformedId: {
    clause: "cancel-malformed-id",
    question: "What answers a cancel whose id is no integer (`abc`)?",
    answers: malformedIdAnswers,
    usual: "404",
  },
  outOfRangeId: {
    clause: "cancel-malformed-id",
    question: "What answers a cancel whose id is an integer beyond int64 (2^63)?",
    answers: malformedIdAnswers,
    usual: "404",
  },
  paddedId: {
    clause: "cancel-malformed-id",
    question: "Does an id with leading zeros (`007`) name the same order as without?",
    answers: { same: "it names the same order", refused: "it names none" },
    usual: "refused",
  },
  idSpelling: {
    clause: "cancel-malformed-id",
    question: "Which other ways to write an id's number name the same order?",
    answers: {
      plain: "none: only its digits as they are",
      encoded: "its digits percent-encoded (`%37`)",
      lenient: "other ways too, such as `+7`, `7.0` or a space before it",
    },
    usual: "encoded",
  },
  trailingSlash: {
    clause: "list-orders",
    question: "What is a path with a slash behind it, asked for with the key?",
    answers: {
      refused: "another path, which is refused",
      redirected: "a redirect",
      same: "the path without the slash",
    },
    usual: "refused",
  },
  throttle: {
    clause: "rate-limits",
    question: "Are calls throttled when there are many?",
    answers: { none: "never seen", "429": "with a 429", "503": "with a 503" },
    usual: "none",
  },
  schemeCase: {
    clause: "rfc9110-scheme-case",
    question: "Is the scheme name accepted in lower case (`bearer`)?",
    answers: { any: "accepted", exact: "only `Bearer` is" },
    usual: "any",
  },
  errorMediaType: {
    clause: "bodies-are-json",
    question: "Which media type do Error bodies carry?",
    answers: { json: "application/json", problem: "another JSON type, such as application/problem+json" },
    usual: "json",
  },
} as const satisfies Record<string, OpenQuestion>;

export type OpenQuestions = typeof openQuestions;
export type QuestionId = keyof OpenQuestions;
export type AnswerTo<Q extends QuestionId> = keyof OpenQuestions[Q]["answers"] & string;

/** One answer to each open question. */
export type Profile = { readonly [Q in QuestionId]: AnswerTo<Q> };

export const questionIds = Object.keys(openQuestions) as readonly QuestionId[];

/** The answers a question allows, in the order they are declared. */
export function answersTo<Q extends QuestionId>(question: Q): readonly AnswerTo<Q>[] {
  return Object.keys(openQuestions[question].answers) as AnswerTo<Q>[];
}
