import { expect, test } from "vitest";
import type { Answer, Exchange } from "../evidence/exchange.ts";
import { answer } from "../testing/write-history.ts";
import { answersToCompare, compareOpinions, formatOpinions } from "./second-opinion.ts";

type Answered = Exchange & { answer: Answer };

const sent = (method: string, path: string) => ({
  request: { method, path, headers: [] },
  ms: 1,
  sentAt: 0,
  endedAt: 1,
});

const json = "application/json";
/** @param type the media type; empty for none */
const answered = (call: string, status: number, body = "", type = json): Answered => {
  const [method = "", path = ""] = call.split(" ");
  return { ...sent(method, path), answer: answer(status, body, type === "" ? [] : [["content-type", type]]) };
};
const listOf = (body: string) => answered("GET /store/orders", 200, body);
const list = (...orders: string[]) => listOf(`[${orders.join(",")}]`);
const cancel = (status: number, body?: string, type?: string) =>
  answered("DELETE /store/orders/12", status, body, type);
const opinionOf = (exchange: Answered, violations: readonly string[] = [], status = exchange.answer.status) =>
  compareOpinions(exchange, { status, violations });

const tooLarge = "Response body property 0.id must be <= 9007199254740991";
const tooSmall = "Response body property 0.petId must be >= -9007199254740991";
const noDate = 'Response body property 0.shipDate must match format "date-time"';
const large = '{"id":9007199254740993,"petId":-9223372036854775808}';
const isoDate = '{"id":1,"shipDate":"2026-W47-5T10:00Z"}';
const otherStatus = '{"code":"x","message":"y","status":400}';

const integer404 = "expected status to be the integer 404";
const traps = /^The suite is right: .*2\^53 - 1.* And .*RFC 3339\.$/;
const noSchema = /^The suite is right: a schema cannot/;
const passedOver = /^The suite is right by the document; the validator/;
const unknown = /^Not a known trap/;

test.each<[string, Answered, theirs: string[], ours: string[], RegExp | null]>([
  ["right and found right", list(large, isoDate, "{}"), [], [], null],
  ["a 204", cancel(204), [], [], null],
  ["any 409", cancel(409, "<h1>", "text/html"), [], [], null],
  ["an untyped 404", cancel(404, otherStatus.replace("400", "404.0"), ""), [], [], null],
  ["beyond int64", list('{"id":9223372036854775808}'), [tooLarge], [expect.stringMatching(/int64/)], null],
  ["without a date", list('{"shipDate":"soon"}'), [noDate], [expect.stringMatching(/date/)], null],
  ["an array for an Error", cancel(401, "[]"), ["x"], ["expected an Error object, got an array"], null],
  ["beyond 2^53", list(large), [tooLarge, tooSmall], [], /^The suite is right: .*2\^53 - 1/],
  ["ISO 8601 and not RFC 3339", list(isoDate), [noDate], [], /^The suite is right: .*RFC 3339\.$/],
  ["both at once", list(large, isoDate), [tooLarge, noDate], [], traps],
  ["refused for something else as well", list(large), [tooLarge, "must be object"], [], unknown],
  ["refused for something else", list(large), ["must have property quantity"], [], unknown],
  ["of a status of its own", cancel(400, "{}"), [], ["status 400 is not in the document"], noSchema],
  ["a 204 with a body", cancel(204, "{}"), [], ["bytes after a 204"], noSchema],
  ["an object for a list", listOf("{}"), [], ["the body is not an array"], passedOver],
  ["a list that is not JSON", listOf("["), [], ["the body is not JSON"], passedOver],
  [
    "a 404 with another status",
    cancel(404, otherStatus),
    [],
    [`${integer404}, got the integer 400`],
    noSchema,
  ],
  [
    "a 404 wrong in all",
    cancel(404, '{"code":1,"status":"404"}', "text/html"),
    [],
    [
      "expected a JSON media type, got text/html",
      "expected code to be a string, got the integer 1",
      "expected message to be a string, got nothing",
      `${integer404}, got the string "404"`,
    ],
    passedOver,
  ],
])("an answer that is %s gets its comment", (_name, exchange, theirs, ours, comment) => {
  const opinion = opinionOf(exchange, theirs);
  expect(opinion.ours).toEqual(ours);
  expect(opinion.comment).toEqual(comment && expect.stringMatching(comment));
});

test("an answer that the validator replaced is marked as such", () => {
  const { theirs, comment } = opinionOf(cancel(409, "shipped", "text/plain"), ["x"], 500);
  expect(theirs).toEqual(["passed on as 500", "x"]);
  expect(comment).toMatch(/^The validator replaced the server's answer/);
});

test("one answer of each operation, status and list is compared", () => {
  const exchanges: Exchange[] = [
    list(large),
    list(large),
    list(isoDate),
    answered("GET /store/orders?limit=1", 200, "[1]"),
    answered("HEAD /store/orders", 200),
    cancel(404, "{}"),
    answered("DELETE /store/orders/13", 404, "[]"),
    answered("DELETE /store/orders/abc", 404, "{}"),
    cancel(204),
    { ...sent("GET", "/store/orders"), failure: "connection reset" },
  ];
  const compared = answersToCompare(exchanges).map(({ answer }) => answer);
  expect(compared).toEqual([0, 2, 5, 8].map((index) => exchanges[index]!.answer));
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
