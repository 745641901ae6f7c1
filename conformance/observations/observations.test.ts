import { describe, expect, test } from "vitest";
import { type AnswerTo, type QuestionId, questionIds } from "../../spec/open-questions.ts";
import {
  answer,
  cancel,
  conflict,
  everyOrder,
  historyOf,
  list,
  noContent,
  notFound,
  orders,
  type ShortHistory,
  unauthorized,
  withAuthorization,
  withHeaders,
  withKey,
  withoutKey,
} from "../testing/requirement-histories.ts";
import { listed } from "../testing/write-history.ts";
import { observations } from "./observations.ts";

const challenge = ["www-authenticate", "Bearer"] as const;
const afterCancel = (...shown: readonly object[]) => [
  list(),
  cancel(101, noContent),
  list(orders(102, 103, 104, 105, ...shown)),
];
const firstCancel = [list(), cancel(101, noContent)];
const conflictWith = (given: ReturnType<typeof answer>) => [list(), cancel(105, given)];
const errorOf401 = (type: string) =>
  withoutKey(
    "GET /store/orders",
    answer(401, { code: "a", message: "b", status: 401 }, [challenge, ["content-type", type]]),
  );
const asked = (line: string, given: ReturnType<typeof answer>) => [list(), withKey(line, given)];
const spelled = (...cancels: ShortHistory) => [list(), cancel(105, conflict), ...cancels];

/** Histories that show each answer to each open question. */
const histories: { readonly [Q in QuestionId]: Readonly<Record<AnswerTo<Q>, ShortHistory>> } = {
  cancelledInList: {
    gone: afterCancel(),
    unchanged: afterCancel(listed(101)),
    changed: afterCancel({ ...listed(101), complete: true }),
  },
  repeatedCancel: {
    404: [...firstCancel, cancel(101, notFound)],
    409: [...firstCancel, cancel(101, conflict)],
  },
  conflictBody: {
    none: conflictWith(answer(409)),
    error: conflictWith(answer(409, { code: "a", message: "b", status: 409 })),
    json: conflictWith(answer(409, ["shipped"])),
    text: conflictWith(conflict),
  },
  statusField: {
    absent: [list(orders({ id: 101 }))],
    shown: [list(orders({ ...listed(101), status: "pending" }))],
  },
  unknownQuery: {
    ignored: asked("GET /store/orders?limit=1", everyOrder),
    refused: asked("GET /store/orders?limit=1", answer(400)),
  },
  malformedId: {
    400: [list(), cancel("abc", answer(400))],
    404: [list(), cancel("abc", notFound)],
    405: [list(), cancel("abc", answer(405))],
    422: [list(), cancel("abc", answer(422))],
  },
  outOfRangeId: {
    400: [list(), cancel("9223372036854775808", answer(400))],
    404: [list(), cancel("9223372036854775808", notFound)],
    405: [list(), cancel("9223372036854775808", answer(405))],
    422: [list(), cancel("9223372036854775808", answer(422))],
  },
  paddedId: { same: spelled(cancel("00105", conflict)), refused: spelled(cancel("00105", answer(400))) },
  idSpelling: {
    plain: spelled(cancel("%31%30%35", notFound), cancel("+105", notFound)),
    encoded: spelled(cancel("%31%30%35", conflict), cancel("+105", notFound)),
    lenient: spelled(cancel("%31%30%35", conflict), cancel("+105", conflict)),
  },
  trailingSlash: {
    refused: asked("GET /store/orders/", notFound),
    redirected: asked("GET /store/orders/", answer(308, "", [["location", "/v1/store/orders"]])),
    same: asked("GET /store/orders/", everyOrder),
  },
  throttle: {
    none: [list(), list()],
    429: [list(), list(answer(429))],
    503: [list(), list(answer(503, "", [["retry-after", "1"]]))],
  },
  schemeCase: {
    any: [list(), withAuthorization("bearer key", "GET /store/orders", everyOrder)],
    exact: [list(), withAuthorization("bearer key", "GET /store/orders", unauthorized)],
  },
  errorMediaType: {
    json: [errorOf401("application/json")],
    problem: [errorOf401("application/problem+json")],
  },
};

describe.each(questionIds)("%s", (question) => {
  const { observe } = observations[question];
  const own: Readonly<Record<string, ShortHistory>> = histories[question] ?? {
    "an answer without a history": [],
  };
  test.each(Object.entries(own))("%s is observed", (expected, calls) => {
    expect(observe(historyOf(calls)).answer).toBe(expected);
  });

  test.each<[string, ShortHistory]>([
    ["without calls", []],
    ["in which no call is answered", [list(answer(500)), cancel(105, undefined), cancel("abc", undefined)]],
    ["of a preflight alone", [withHeaders([], "OPTIONS /store/orders", noContent)]],
  ])("a history %s shows no answer, and says why", (_name, calls) => {
    const { answer: observed, reason } = observe(historyOf(calls));
    if (question === "throttle") expect(observed).toBe("none");
    else expect([observed, reason]).toEqual([undefined, expect.stringMatching(/^[A-Z].*\.$/)]);
  });
});
