import { expect, test } from "vitest";
import { namedOrders, type PostJson, providedOrders } from "./arrange-orders.ts";

const url = "http://provider/states";

/** A provider that answers in turn, the last for ever; and what it was asked. */
function provider(...answers: ([status: number, text: string] | Error)[]) {
  const asked: string[] = [];
  const post: PostJson = async (_url, body) => {
    asked.push(body);
    const answer = answers[Math.min(asked.length, answers.length) - 1]!;
    if (answer instanceof Error) throw answer;
    return { status: answer[0], text: answer[1] };
  };
  return { arrange: providedOrders(url, post), asked };
}

test("named orders are used unchanged", async () => {
  expect(await namedOrders({ pending: [1n], shipped: [] })()).toEqual({ pending: [1n], shipped: [] });
});

test("orders are requested with neighbouring ids beyond 2^53, and read by their digits", async () => {
  const { arrange, asked } = provider(
    [200, '{"ids":["9223372036854775807",9007199254740993,-1]}'],
    [201, '{"id":7}'],
  );
  const { pending, shipped } = await arrange();
  expect(pending).toEqual([9223372036854775807n, 9007199254740993n, -1n]);
  expect(shipped).toEqual([7n]);
  const ids = ["3", "4", "5", "6", "7"].map((digit) => `900719925474099${digit}`);
  expect(asked.map((text) => JSON.parse(text))).toEqual([
    { state: "pending orders exist", params: { count: 5, ids }, action: "setup" },
    { state: "shipped orders exist", params: { count: 1, ids: ["9007199254740999"] }, action: "setup" },
  ]);
});

const setUp = 'Cannot set up provider state "pending orders exist" at http://provider/states: ';
test.each<[[number, string] | Error, string]>([
  [[404, "no such state"], `${setUp}it answered 404 (no such state).`],
  [new Error("nothing listens there"), `${setUp}nothing listens there.`],
  [[200, "ok"], "Cannot use the answer to provider state "],
  [[200, "ok"], ": it is not JSON."],
  [[204, ""], ": it is not JSON."],
  [[200, "{}"], "it has no array ids"],
  [[200, '{"ids":["9223372036854775808"]}'], 'ids has "9223372036854775808", which is not an int64 id'],
  [[200, '{"ids":[1.5]}'], "ids has 1.5, which is not an int64 id"],
  [[200, '{"ids":["abc"]}'], 'ids has "abc", which is not an int64 id'],
])("a provider that answers %j ends the run with one line: %s", async (answer, fact) => {
  const message = expect.stringContaining(fact);
  await expect(provider(answer).arrange()).rejects.toMatchObject({ name: "BadInput", message });
});

test("both states are torn down, though one teardown fails, and that is reported", async () => {
  const shipped: [number, string] = [200, '{"ids":[9007199254740993]}'];
  const { arrange, asked } = provider([200, '{"ids":[1]}'], shipped, [500, "oops"], [200, ""]);
  const { release } = await arrange();
  await expect(release!()).rejects.toThrow(
    /^Cannot tear down provider state "pending orders exist" .* 500 \(oops\)\.$/,
  );
  expect(asked.slice(2).map((text) => JSON.parse(text))).toEqual([
    { state: "pending orders exist", params: { ids: ["1"] }, action: "teardown" },
    { state: "shipped orders exist", params: { ids: ["9007199254740993"] }, action: "teardown" },
  ]);
});

test("pending orders are torn down when shipped ones cannot be made", async () => {
  const { arrange, asked } = provider([200, '{"ids":[1]}'], [404, ""], [200, ""]);
  await expect(arrange()).rejects.toThrow(/"shipped orders exist"/);
  const teardown = { state: "pending orders exist", params: { ids: ["1"] }, action: "teardown" };
  expect(JSON.parse(asked.at(-1)!)).toEqual(teardown);
});
