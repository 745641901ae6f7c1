import { expect, test } from "vitest";
import type { Answer, Exchange, HeaderList } from "./exchange.ts";
import { createJudge, isDeferral, isLost, Unmet, Untestable } from "./judge.ts";

function exchange(answer: Partial<Answer> | undefined, failure?: string): Exchange {
  const request = { method: "GET", path: "/store/orders", headers: [] };
  if (!answer) return { request, ms: 1, ...(failure === undefined ? {} : { failure }) };
  return { request, ms: 1, answer: { status: 200, headers: [], body: new Uint8Array(), ...answer } };
}
const withBody = (text: string) => exchange({ body: new TextEncoder().encode(text) });

test("every exchange that is looked at is evidence once, in the order of looking", () => {
  const { judge, evidence } = createJudge();
  const [first, second, unseen] = [withBody("[]"), withBody("{}"), withBody("1")];
  judge.status(second, 200);
  judge.json(first);
  judge.answer(second);
  expect([...evidence]).toEqual([second, first]);
  expect(() => judge.unmet("this", "that", unseen)).toThrow(Unmet);
  expect([...evidence]).toHaveLength(3);
});

test("no answer is unmet, with the reason and the exchange", () => {
  const { judge, evidence } = createJudge();
  const silent = exchange(undefined, "timeout after 5000 ms");
  expect(() => judge.status(silent, 204)).toThrow("Expected an answer, got timeout after 5000 ms.");
  expect(evidence.has(silent)).toBe(true);
});

test.each<[string, Partial<Exchange>, string]>([
  ["was lost", { failure: "connection reset", once: true }, "(connection reset), and is not sent twice."],
  ["was not sent", { failure: "the run is read-only", withheld: true }, "Not sent: the run is read-only."],
])("a call that %s is no verdict, and says why", (_name, changes, reason) => {
  const { judge, evidence } = createJudge();
  const call = { ...exchange(undefined), ...changes };
  const ask = () => judge.status(call, 204);
  expect(ask).toThrow(Untestable);
  expect(ask).toThrow(reason);
  expect(evidence.has(call)).toBe(true);
});

test.each<[string, Partial<Exchange>]>([
  ["a timeout, which is the server's own", { failure: "timeout after 300 ms", once: true }],
  ["silence at every repetition", { failure: "connection reset" }],
])("%s is unmet, and nothing that got lost", (_name, changes) => {
  const call = { ...exchange(undefined), ...changes };
  expect(isLost(call)).toBe(false);
  expect(() => createJudge().judge.answer(call)).toThrow(Unmet);
});

test("a status that is not allowed is unmet, and says which would be", () => {
  const { judge } = createJudge();
  const conflict = exchange({ status: 410 });
  expect(() => judge.status(conflict, 404, 409)).toThrow("Expected status 404 or 409, got 410.");
  expect(judge.status(exchange({ status: 409 }), 404, 409).status).toBe(409);
});

test.each<[number, HeaderList, boolean]>([
  [429, [], true],
  [429, [["retry-after", "1"]], true],
  [503, [["retry-after", "1"]], true],
  [503, [], false],
  [500, [["retry-after", "1"]], false],
])("a %i with headers %j puts a call off: %s", (status, headers, isPutOff) => {
  const answer = { status, headers, body: new Uint8Array() };
  expect(isDeferral(answer)).toBe(isPutOff);
  const { judge } = createJudge();
  const ask = () => judge.status(exchange(answer), 204);
  expect(ask).toThrow(isPutOff ? Untestable : Unmet);
});

test("a body is JSON or unmet, and what is wrong with it is told without quoting it", () => {
  const { judge } = createJudge();
  expect(judge.json(withBody('\uFEFF {"id": 9007199254740993} '))).toEqual({ id: 9007199254740993n });
  expect(() => judge.json(withBody(""))).toThrow("Unexpected end of JSON input");
  const secret = "sk_live_1234567890";
  for (const text of [
    secret,
    `[${secret}]`,
    `{"code":1,"key":${secret},"x":1}`,
    `"${secret}`,
    `[1] ${secret}`,
  ]) {
    const judged = () => judge.json(withBody(text));
    expect(judged).toThrow(/^Expected a JSON body, got a body that is not JSON \(.+\)\.$/);
    expect(judged).not.toThrow(/sk_/);
  }
});

test("what cannot be tested is neither met nor unmet", () => {
  expect(() => createJudge().judge.untestable("Nothing to see.")).toThrow(new Untestable("Nothing to see."));
});
