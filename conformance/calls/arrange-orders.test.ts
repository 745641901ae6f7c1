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
  expect(asked.map((text) => JSON.parse(text))).toEqual([
    {
      state: "pending orders exist",
      params: {
        count: 5,
        ids: [
          "9007199254740993",
          "9007199254740994",
          "9007199254740995",
          "9007199254740996",
          "9007199254740997",
        ],
      },
      action: "setup",
    },
    { state: "shipped orders exist", params: { count: 1, ids: ["9007199254740999"] }, action: "setup" },
  ]);
});

test.each<[string, [number, string] | Error, RegExp]>([
  [
    "refuses",
    [404, "no such state"],
    /^Cannot set up provider state "pending orders exist" at http:\S+: it answered 404 \(no such state\)\.$/,
  ],
  ["does not answer", new Error("nothing listens there"), /^Cannot set up .*: nothing listens there\.$/],
  ["answers no JSON", [200, "ok"], /^Cannot use the answer to provider state .*: it is not JSON\.$/],
  ["answers nothing", [204, ""], /it is not JSON/],
  ["answers no ids", [200, "{}"], /it has no array ids/],
  [
    "answers an id that is no int64",
    [200, '{"ids":["9223372036854775808"]}'],
    /ids has "9223372036854775808", which is not an int64 id/,
  ],
  ["answers an id that is no integer", [200, '{"ids":[1.5]}'], /ids has 1.5, which is not an int64 id/],
  ["answers an id that is no number", [200, '{"ids":["abc"]}'], /ids has "abc", which is not an int64 id/],
])("a provider that %s ends the run with one line", async (_name, answer, message) => {
  await expect(provider(answer).arrange()).rejects.toMatchObject({
    name: "BadInput",
    message: expect.stringMatching(message),
  });
});

test("both states are torn down, though one teardown fails, and that is reported", async () => {
  const { arrange, asked } = provider(
    [200, '{"ids":[1]}'],
    [200, '{"ids":[9007199254740993]}'],
    [500, "oops"],
    [200, ""],
  );
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
  expect(JSON.parse(asked.at(-1)!)).toEqual({
    state: "pending orders exist",
    params: { ids: ["1"] },
    action: "teardown",
  });
});
