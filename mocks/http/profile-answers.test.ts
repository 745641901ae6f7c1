import { expect, test } from "vitest";
import { type AnswerTo, answersTo, type Profile, type QuestionId } from "../../spec/open-questions.ts";
import { createMock } from "../mock.ts";
import { type CallOptions, callMock, errorAnswer } from "../testing/call-mock.ts";

/** A request, and the shape of its answer. */
type Row = readonly [line: string, shape: object, options?: CallOptions];

const list = "GET /v1/store/orders";
const cancel = (id: bigint | string) => `DELETE /v1/store/orders/${id}`;
const answered = (status: number) => ({ status });
/** A list that holds an order with these fields among others. */
const listing = (order: object) => ({ json: expect.arrayContaining([expect.objectContaining(order)]) });
const typed = (status: number, type: string) => ({ status, headers: { "content-type": type } });

const refusedId = (id: string, status: number): readonly Row[] => [
  [cancel(id), errorAnswer(status, "malformed_order_id")],
  // RFC 9110, 15.5.6: a 405 must name the methods there are, be it none.
  [
    cancel(id),
    { headers: status === 405 ? { allow: "" } : expect.not.objectContaining({ allow: expect.anything() }) },
  ],
];
const refusedIds = (id: string) => ({
  "400": refusedId(id, 400),
  "404": refusedId(id, 404),
  "405": refusedId(id, 405),
  "422": refusedId(id, 422),
});
const lowerCase = { headers: { authorization: "bearer mock-key" } };
const noKey = { key: null };
/** Every fortieth call is throttled. */
const throttled = (status: number): readonly Row[] => [
  ...Array<Row>(39).fill([list, answered(200)]),
  [list, answered(status)],
];
const errorsOf = (type: string): readonly Row[] => [
  [list, typed(401, type), noKey],
  [cancel("404"), typed(404, type)],
  ["GET /v1/nowhere", typed(404, type)],
];

/** The behaviour of each answer. A new question or answer does not compile until it is here. */
const rows: { readonly [Q in QuestionId]: { readonly [A in AnswerTo<Q>]: readonly Row[] } } = {
  cancelledInList: {
    gone: [
      [cancel("204"), answered(204)],
      [list, { text: expect.not.stringContaining('"id":204,') }],
    ],
    unchanged: [
      [cancel("204"), answered(204)],
      [list, listing({ id: 204n, quantity: 2n })],
      [list, listing({ id: 410n })],
    ],
    changed: [
      [cancel("204"), answered(204)],
      [list, listing({ id: 204n, quantity: 0n })],
    ],
  },
  repeatedCancel: {
    "404": [[cancel("410"), errorAnswer(404, "order_not_found")]],
    "409": [[cancel("410"), errorAnswer(409, "order_cancelled")]],
  },
  conflictBody: {
    none: [[cancel("409"), { status: 409, headers: { "content-length": "0" }, text: "" }]],
    error: [[cancel("409"), errorAnswer(409, "order_shipped")]],
    json: [
      [cancel("409"), typed(409, "application/json; charset=utf-8")],
      [cancel("409"), { json: { reason: expect.stringContaining("409") } }],
    ],
    text: [
      [cancel("409"), typed(409, "text/plain; charset=utf-8")],
      [cancel("409"), { text: expect.stringMatching(/^Order 409 /) }],
    ],
  },
  statusField: {
    absent: [[list, { text: expect.not.stringContaining('"status"') }]],
    shown: [
      [list, listing({ id: 204n, status: "pending" })],
      [list, listing({ id: 409n, status: "shipped" })],
    ],
  },
  unknownQuery: {
    ignored: ["?limit=1", "?status=shipped", "?", "??", "?page=2&per_page=1"].map((query) => [
      list + query,
      { status: 200, json: { length: 7 } },
    ]),
    refused: [
      [`${list}?limit=1`, errorAnswer(400, "unknown_parameter")],
      [`${list}?x`, errorAnswer(400, "unknown_parameter")],
      [`${list}?`, answered(200)],
      [`${list}?x`, answered(401), noKey],
    ],
  },
  malformedId: refusedIds("abc"),
  outOfRangeId: refusedIds("9223372036854775808"),
  paddedId: {
    same: [
      [cancel("00409"), answered(409)],
      [cancel("00204"), answered(204)],
    ],
    refused: [
      [cancel("00204"), errorAnswer(404, "malformed_order_id")],
      [list, listing({ id: 204n })],
    ],
  },
  // A shipped order, with its id percent-encoded, and with a sign.
  idSpelling: {
    plain: [
      [cancel("%34%30%39"), answered(404)],
      [cancel("+409"), answered(404)],
    ],
    encoded: [
      [cancel("%34%30%39"), answered(409)],
      [cancel("+409"), answered(404)],
    ],
    lenient: [
      [cancel("%34%30%39"), answered(409)],
      [cancel("+409"), answered(409)],
    ],
  },
  trailingSlash: {
    refused: [[`${list}/`, answered(404)]],
    redirected: [[`${list}/`, { status: 308, headers: { location: "/v1/store/orders" } }]],
    same: [
      [`${list}/`, answered(200)],
      [`${list}/`, answered(401), noKey],
    ],
  },
  throttle: { none: throttled(200), "429": throttled(429), "503": throttled(503) },
  schemeCase: {
    any: [[list, answered(200), lowerCase]],
    exact: [
      [list, answered(401), lowerCase],
      [list, answered(200)],
    ],
  },
  errorMediaType: {
    json: errorsOf("application/json; charset=utf-8"),
    problem: errorsOf("application/problem+json"),
  },
};

const cases = (Object.keys(rows) as QuestionId[]).flatMap((question) =>
  answersTo(question).map((answer) => ({ question, answer: answer as string })),
);

test.each(cases)("the mock plays $question: $answer", ({ question, answer }) => {
  const profile: Partial<Profile> = { [question]: answer };
  // The same where the profile is set while the mock runs, after answers have been kept.
  const later = createMock({ fixtures: "magic" });
  callMock(later, list);
  later.control.setProfile(profile);
  for (const mock of [createMock({ fixtures: "magic", profile }), later])
    for (const [line, shape, options] of (rows[question] as Record<string, readonly Row[]>)[answer]!)
      expect(callMock(mock, line, options), line).toMatchObject(shape);
});

test("the second cancel's 409 has the body that the profile gives a 409", () => {
  const mock = createMock({ fixtures: "magic", profile: { repeatedCancel: "409", conflictBody: "none" } });
  expect(callMock(mock, cancel("410"))).toMatchObject({ status: 409, text: "" });
});
