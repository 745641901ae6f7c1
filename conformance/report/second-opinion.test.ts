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

const tooLarge = "Response body property 0.id must be <= 9007199254740991";
const tooSmall = "Response body property 0.petId must be >= -9007199254740991";
const noDate = 'Response body property 0.shipDate must match format "date-time"';
const large = '{"id":9007199254740993,"petId":-9223372036854775808}';
const isoDate = '{"id":1,"shipDate":"2026-W47-5T10:00Z"}';
const otherStatus = '{"code":"x","message":"y","status":400}';

const traps = /^The suite is right: .*2\^53 - 1.* And .*RFC 3339\.$/;
const passedOver = /^The suite is right by the document; the validator/;
const noBytes = "No bytes follow the head of a 204 on the connection";
const ownStatus = "The Error of a 404 has that status, an integer";
const unknown = /^Not a known trap/;

test.each<[string, Answered, theirs: string[], ours: string[], RegExp | null]>([
  ["right and found right", list(large, isoDate, "{}"), [], [], null],
  ["any 409", cancel(409, "<h1>", "text/html"), [], [], null],
  ["wrong for both", cancel(401, "[]"), ["x"], ["The body of a 401 is a JSON object"], null],
  ["beyond 2^53", list(large), [tooLarge, tooSmall], [], /^The suite is right: .*2\^53 - 1/],
  ["ISO 8601 and not RFC 3339", list(isoDate), [noDate], [], /^The suite is right: .*RFC 3339\.$/],
  ["both at once", list(large, isoDate), [tooLarge, noDate], [], traps],
  ["refused for something else as well", list(large), [tooLarge, "must be object"], [], unknown],
  ["of a status of its own", cancel(400, "{}"), [], ["status 400 is not in the document"], passedOver],
  ["a 204 with a body", cancel(204, "{}"), [], [noBytes], passedOver],
  ["a 404 with another status", cancel(404, otherStatus), [], [ownStatus], passedOver],
])("an answer that is %s gets its comment", (_name, exchange, theirs, ours, comment) => {
  const opinion = compareOpinions(exchange, theirs);
  expect(opinion.ours).toEqual(ours);
  expect(opinion.comment).toEqual(comment && expect.stringMatching(comment));
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
    compareOpinions(list(large), [tooLarge, tooLarge]),
    compareOpinions(list(large), [tooLarge]),
    compareOpinions(cancel(204), []),
  ];
  const [head, ...lines] = formatOpinions("prism", opinions).split("\n");
  expect(head).toBe("A second opinion, by prism: 2 answers, 1 seen differently");
  expect(lines).toHaveLength(4);
  expect(lines[0]).toMatch(/^ {2}≠ listOrders 200 {2}The suite is right/);
  expect(lines[1]).toContain(`prism:  ${tooLarge}`);
  expect(lines[2]).toBe("  = cancelOrder 204  both say the same");
});
