import { expect, test } from "vitest";
import type { Answer, Exchange } from "../evidence/exchange.ts";
import { answer } from "../testing/tell-history.ts";
import { answersToCompare, compareOpinions, faultsOf, formatOpinions } from "./second-opinion.ts";

type Answered = Exchange & { answer: Answer };

const sent = (method: string, path: string) => ({
  request: { method, path, headers: [] },
  ms: 1,
  sentAt: 0,
  endedAt: 1,
});

function answered(
  method: string,
  path: string,
  status: number,
  body = "",
  type: string | null = "application/json",
): Answered {
  const given = answer(status, body, type === null ? [] : [["content-type", type]]);
  return { ...sent(method, path), answer: given };
}
const list = (...orders: string[]) => answered("GET", "/store/orders", 200, `[${orders.join(",")}]`);
const cancel = (status: number, body?: string, type?: string | null) =>
  answered("DELETE", "/store/orders/12", status, body, type);
const opinionOf = (exchange: Answered, violations: readonly string[] = [], status = exchange.answer.status) =>
  compareOpinions(exchange, { status, violations });

const tooLarge = "Response body property 0.id must be <= 9007199254740991";
const tooSmall = "Response body property 0.petId must be >= -9007199254740991";
const noDate = 'Response body property 0.shipDate must match format "date-time"';
const large = '{"id":9007199254740993,"petId":-9223372036854775808}';
const isoDate = '{"id":1,"shipDate":"2026-W47-5T10:00Z"}';

test.each<[string, Answered, string[], RegExp | null]>([
  ["right and found right", list(large, isoDate), [], null],
  ["wrong and found wrong", list('{"id":"1"}'), ["must be integer"], null],
  ["beyond 2^53", list(large), [tooLarge, tooSmall], /^The suite is right: .*2\^53 - 1/],
  ["ISO 8601 and not RFC 3339", list(isoDate), [noDate], /^The suite is right: .*RFC 3339\.$/],
  [
    "both at once",
    list(large, isoDate),
    [tooLarge, noDate],
    /^The suite is right: .*2\^53 - 1.* And .*RFC 3339\.$/,
  ],
  ["refused for something else as well", list(large), [tooLarge, "must be object"], /^Not a known trap/],
  ["refused for something else", list(large), ["must have property quantity"], /^Not a known trap/],
  [
    "wrong in what no schema says",
    cancel(404, '{"code":"x","message":"y","status":400}'),
    [],
    /^The suite is right: a schema cannot/,
  ],
  ["a status of its own", cancel(500, "{}"), [], /^The suite is right: a schema cannot/],
  ["wrong and passed over", list('{"id":"1"}'), [], /^The suite is right by the document; the validator/],
])("an answer that is %s gets its comment", (_name, exchange, theirs, comment) => {
  const opinion = opinionOf(exchange, theirs);
  expect(opinion.agree).toBe(comment === null);
  if (comment) expect(opinion.comment).toMatch(comment);
  else expect(opinion.comment).toBeNull();
});

test("at a number beyond int64 or an invalid date the validator is right, and gets no comment", () => {
  expect(opinionOf(list('{"id":9223372036854775808}'), [tooLarge])).toMatchObject({ agree: true });
  expect(opinionOf(list('{"id":1,"shipDate":"soon"}'), [noDate])).toMatchObject({ agree: true });
});

test("an answer that the validator replaced is marked as such", () => {
  const { agree, theirs, comment } = opinionOf(cancel(409, "shipped", "text/plain"), ["x"], 500);
  expect([agree, theirs]).toEqual([false, ["passed on as 500", "x"]]);
  expect(comment).toMatch(/^The validator put an answer of its own in the place/);
});

test.each<[string, Answered, string[]]>([
  ["a right list", list(large, isoDate, "{}"), []],
  ["an object for a list", answered("GET", "/store/orders", 200, "{}"), ["the body is no array"]],
  ["a list that is no JSON", answered("GET", "/store/orders", 200, "["), ["the body is not JSON"]],
  ["a 204", cancel(204), []],
  ["a 204 with a body", cancel(204, "{}"), ["bytes after a 204"]],
  ["any 409", cancel(409, "<h1>", "text/html"), []],
  ["a right 404", cancel(404, '{"code":"x","message":"y","status":404}'), []],
  ["an untyped 404", cancel(404, '{"code":"x","message":"y","status":404.0}', null), []],
  [
    "a 404 wrong in all",
    cancel(404, '{"code":1,"status":"404"}', "text/html"),
    [
      "expected a JSON media type, got text/html",
      "expected code to be a string, got the integer 1",
      "expected message to be a string, got nothing",
      'expected status to be the integer 404, got the string "404"',
    ],
  ],
  ["a 401 that is an array", cancel(401, "[]"), ["expected an Error object, got an array"]],
  ["a 400", cancel(400, "{}"), ["status 400 is not in the document"]],
])("the suite's own view of %s", (_name, exchange, faults) => {
  expect(faultsOf(exchange).map(({ text }) => text)).toEqual(faults);
});

test("one answer of each operation, status and list is looked at twice", () => {
  const exchanges: Exchange[] = [
    list(large),
    list(large),
    list(isoDate),
    answered("GET", "/store/orders?limit=1", 200, "[1]"),
    answered("HEAD", "/store/orders", 200),
    cancel(404, "{}"),
    answered("DELETE", "/store/orders/13", 404, "[]"),
    answered("DELETE", "/store/orders/abc", 404, "{}"),
    cancel(204),
    { ...sent("GET", "/store/orders"), failure: "connection reset" },
  ];
  expect(
    answersToCompare(exchanges).map((exchange) =>
      exchanges.findIndex(({ answer }) => answer === exchange.answer),
    ),
  ).toEqual([0, 2, 5, 8]);
});

test("the same opinion is shown once, differences counted", () => {
  const opinions = [
    opinionOf(list(large), [tooLarge, tooLarge]),
    opinionOf(list(large), [tooLarge]),
    opinionOf(cancel(204)),
  ];
  const [head, ...lines] = formatOpinions("prism", opinions).split("\n");
  expect(head).toBe("A second opinion, by prism: 2 answers, 1 seen differently");
  expect(lines).toHaveLength(4);
  expect(lines[0]).toMatch(/^ {2}≠ listOrders 200 {2}The suite is right/);
  expect(lines[1]).toContain(`prism:  ${tooLarge}`);
  expect(lines[2]).toBe("  = cancelOrder 204  both say the same");
});
