import { describe, expect, test } from "vitest";
import { parseJson } from "../../base/json.ts";
import { type AnswerTo, answersTo, type Profile, type QuestionId } from "../../spec/open-questions.ts";
import { createMock, type Mock } from "../mock.ts";
import { callMock } from "../testing/call-mock.ts";

type Checks<Q extends QuestionId> = { readonly [A in AnswerTo<Q>]: (mock: Mock) => void };

const list = (mock: Mock) => callMock(mock, "GET /v1/store/orders").json as Record<string, unknown>[];
const cancel = (mock: Mock, id: bigint | string) => callMock(mock, `DELETE /v1/store/orders/${id}`);
const listed = (mock: Mock, id: bigint) => list(mock).find((order) => order.id === id);

/** Cancels a pending order and gives it as it was listed before and after. */
function cancelListed(mock: Mock) {
  const before = listed(mock, 204n);
  expect(cancel(mock, 204n).status).toBe(204);
  return { before, after: listed(mock, 204n) };
}

const conflict = (mock: Mock) => {
  const reply = cancel(mock, 409n);
  expect(reply.status).toBe(409);
  return { type: reply.headers["content-type"], length: reply.headers["content-length"], text: reply.text };
};
const refusedId = (id: string, status: number) => (mock: Mock) => {
  const reply = cancel(mock, id);
  expect(reply).toMatchObject({ status, json: { code: "malformed_order_id", status: BigInt(status) } });
  // RFC 9110, 15.5.6: a 405 must name the methods there are, be it none.
  expect("allow" in reply.headers).toBe(status === 405);
};
const refusedIds = (id: string) => ({
  "400": refusedId(id, 400),
  "404": refusedId(id, 404),
  "405": refusedId(id, 405),
  "422": refusedId(id, 422),
});
const lowerCase = (mock: Mock) =>
  callMock(mock, "GET /v1/store/orders", { headers: { authorization: "bearer mock-key" } });
const errorTypes = (mock: Mock) => [
  callMock(mock, "GET /v1/store/orders", { key: null }).headers["content-type"],
  cancel(mock, 404n).headers["content-type"],
  callMock(mock, "GET /v1/nowhere").headers["content-type"],
];

/** What a shipped order is to its id percent-encoded, and with a sign. */
const spellings = (mock: Mock) => ["%34%30%39", "+409"].map((id) => cancel(mock, id).status);
const statusesOfMany = (mock: Mock) => [
  ...new Set(Array.from({ length: 100 }, () => callMock(mock, "GET /v1/store/orders").status)),
];

/** What each answer looks like to a client. A new question or answer does not compile until it is here. */
const checks: { readonly [Q in QuestionId]: Checks<Q> } = {
  cancelledInList: {
    gone: (mock) => expect(cancelListed(mock).after).toBeUndefined(),
    unchanged: (mock) => {
      const { before, after } = cancelListed(mock);
      expect(after).toEqual(before);
      expect(listed(mock, 410n)).toBeDefined();
    },
    changed: (mock) => {
      const { before, after } = cancelListed(mock);
      expect(after).toEqual({ ...before, quantity: 0n });
      expect(before).not.toEqual(after);
    },
  },
  repeatedCancel: {
    "404": (mock) => {
      expect(cancel(mock, 410n)).toMatchObject({ status: 404, json: { code: "order_not_found" } });
    },
    "409": (mock) => {
      expect(cancel(mock, 410n)).toMatchObject({ status: 409, json: { code: "order_cancelled" } });
    },
  },
  conflictBody: {
    none: (mock) => expect(conflict(mock)).toEqual({ type: undefined, length: "0", text: "" }),
    error: (mock) => {
      expect(parseJson(conflict(mock).text)).toEqual({
        code: "order_shipped",
        message: expect.stringContaining("409"),
        status: 409n,
      });
    },
    json: (mock) => {
      const { type, text } = conflict(mock);
      expect(type).toMatch(/^application\/json/);
      expect(Object.keys(parseJson(text) as object)).toEqual(["reason"]);
    },
    text: (mock) => {
      const { type, text } = conflict(mock);
      expect(type).toMatch(/^text\/plain/);
      expect(() => parseJson(text)).toThrow(SyntaxError);
    },
  },
  statusField: {
    absent: (mock) => expect(list(mock).filter((order) => "status" in order)).toEqual([]),
    shown: (mock) => {
      expect(listed(mock, 204n)).toMatchObject({ status: "pending" });
      expect(listed(mock, 409n)).toMatchObject({ status: "shipped" });
      expect(list(mock).every((order) => "status" in order)).toBe(true);
    },
  },
  unknownQuery: {
    ignored: (mock) => {
      const whole = callMock(mock, "GET /v1/store/orders").text;
      for (const query of ["limit=1", "status=shipped", "", "?", "page=2&per_page=1"])
        expect(callMock(mock, `GET /v1/store/orders?${query}`)).toMatchObject({ status: 200, text: whole });
    },
    refused: (mock) => {
      for (const query of ["limit=1", "x"]) {
        expect(callMock(mock, `GET /v1/store/orders?${query}`)).toMatchObject({
          status: 400,
          json: { code: "unknown_parameter", status: 400n },
        });
      }
      expect(callMock(mock, "GET /v1/store/orders?").status).toBe(200);
      expect(callMock(mock, "GET /v1/store/orders?x", { key: null }).status).toBe(401);
    },
  },
  malformedId: refusedIds("abc"),
  outOfRangeId: refusedIds("9223372036854775808"),
  paddedId: {
    same: (mock) => {
      expect(cancel(mock, "00409").status).toBe(409);
      expect(cancel(mock, "00204").status).toBe(204);
      expect(listed(mock, 204n)).toBeUndefined();
    },
    refused: (mock) => {
      expect(cancel(mock, "00204")).toMatchObject({ status: 404, json: { code: "malformed_order_id" } });
      expect(listed(mock, 204n)).toBeDefined();
    },
  },
  idSpelling: {
    plain: (mock) => expect(spellings(mock)).toEqual([404, 404]),
    encoded: (mock) => expect(spellings(mock)).toEqual([409, 404]),
    lenient: (mock) => expect(spellings(mock)).toEqual([409, 409]),
  },
  trailingSlash: {
    refused: (mock) => expect(callMock(mock, "GET /v1/store/orders/").status).toBe(404),
    redirected: (mock) =>
      expect(callMock(mock, "GET /v1/store/orders/")).toMatchObject({
        status: 308,
        headers: { location: "/v1/store/orders" },
      }),
    same: (mock) => {
      expect(callMock(mock, "GET /v1/store/orders/").status).toBe(200);
      expect(callMock(mock, "GET /v1/store/orders/", { key: null }).status).toBe(401);
    },
  },
  throttle: {
    none: (mock) => expect(statusesOfMany(mock)).toEqual([200]),
    "429": (mock) => expect(statusesOfMany(mock)).toEqual([200, 429]),
    "503": (mock) => expect(statusesOfMany(mock)).toEqual([200, 503]),
  },
  schemeCase: {
    any: (mock) => expect(lowerCase(mock).status).toBe(200),
    exact: (mock) => {
      expect(lowerCase(mock).status).toBe(401);
      expect(callMock(mock, "GET /v1/store/orders").status).toBe(200);
    },
  },
  errorMediaType: {
    json: (mock) => expect(new Set(errorTypes(mock))).toEqual(new Set(["application/json; charset=utf-8"])),
    problem: (mock) => expect(new Set(errorTypes(mock))).toEqual(new Set(["application/problem+json"])),
  },
};

const cases = (Object.keys(checks) as QuestionId[]).flatMap((question) =>
  answersTo(question).map((answer) => ({ question, answer: answer as string })),
);

describe("the mock plays", () => {
  test.each(cases)("$question: $answer", ({ question, answer }) => {
    const check = (checks[question] as Record<string, (mock: Mock) => void>)[answer]!;
    const profile: Partial<Profile> = { [question]: answer };
    check(createMock({ fixtures: "magic", profile }));

    // The same where the profile is set while the mock runs, after answers have been kept.
    const mock = createMock({ fixtures: "magic" });
    list(mock);
    mock.control.setProfile({ ...mock.control.profile(), ...profile });
    check(mock);
  });

  test("the second cancel's 409 with the body the profile gives a 409", () => {
    const mock = createMock({ profile: { repeatedCancel: "409", conflictBody: "none" } });
    expect(cancel(mock, 1001n).status).toBe(204);
    expect(cancel(mock, 1001n)).toMatchObject({ status: 409, text: "" });
  });
});
