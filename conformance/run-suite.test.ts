import { expect, test } from "vitest";
import { selectRequirements } from "./requirements/all-requirements.ts";
import { type Requirement, rulesOf } from "./requirements/requirement.ts";
import { runSuite } from "./run-suite.ts";
import type { Target } from "./targets/target.ts";
import { answer } from "./testing/write-history.ts";

function targetOf(send: Target["send"], arrange?: Target["arrange"]): Target {
  return { baseUrl: "http://test/v1", apiKey: "a-secret-key", send, arrange };
}
const emptyList = async () => answer(200, "[]");
const requirements = selectRequirements({ only: ["list-orders/json-array"] });

test("orders are given back when the run is over, and a failure to do so is reported without losing the report", async () => {
  const troubles: string[] = [];
  const arrange = async () => ({
    pending: [],
    shipped: [],
    release: () => Promise.reject(new Error("Cannot tear down.")),
  });
  const onTrouble = (message: string) => troubles.push(message);
  const report = await runSuite(targetOf(emptyList, arrange), { requirements, onTrouble });
  expect(report.counts.passed).toBe(1);
  expect(troubles).toEqual(["Cannot tear down."]);
  expect((await runSuite(targetOf(emptyList, arrange), { requirements })).counts.passed).toBe(1);
});

test("orders that are given twice are refused, and given back", async () => {
  let released = 0;
  const arrange = async () => ({ pending: [1n, 2n], shipped: [2n], release: async () => void released++ });
  await expect(runSuite(targetOf(emptyList, arrange), { requirements })).rejects.toThrow(
    "order 2 is given twice",
  );
  expect(released).toBe(1);
});

test.each<[options: object, fact: string]>([
  [{ onyl: [] }, "Cannot use onyl: there is no such member in options. Did you mean only?"],
  [{ only: ["nope"] }, 'Cannot use only: there is no requirement "nope"'],
  [{ only: "order/id" }, 'Cannot use only: it must be an array of ids, got "order/id".'],
  [{ skip: ["*"] }, "only and skip leave no requirement"],
])("options %j are refused before anything is sent", async (options, fact) => {
  const send = () => Promise.reject(new Error("It was sent."));
  await expect(runSuite(targetOf(send), options)).rejects.toThrow(fact);
});

test("a key that is missing is refused, and so are orders without ids; ids may be numbers", async () => {
  const judge = (orders: object) =>
    runSuite(
      targetOf(emptyList, async () => orders as never),
      { only: ["list-orders/json-array"], settleMs: 0 },
    );
  const keyless = { ...targetOf(emptyList), apiKey: undefined as unknown as string };
  await expect(runSuite(keyless)).rejects.toThrow("Cannot use apiKey: it must be a text of visible ASCII");
  await expect(judge({ pending: [1.5], shipped: [] })).rejects.toThrow(
    "pending has 1.5, which is not an int64",
  );
  await expect(judge({ pending: [] })).rejects.toThrow("shipped must be an array of ids, got nothing.");
  expect((await judge({ pending: [], shipped: [] })).results.map(({ id }) => id)).toEqual([
    "list-orders/json-array",
  ]);
});

test.each([401, 403, 407, 502, 301, 404])(
  "a first answer of %i ends the run before an order is asked for",
  async (status) => {
    let asked = 0;
    const arrange = async () => ({ pending: [], shipped: [], asked: asked++ });
    const send = async () => answer(status, "");
    await expect(runSuite(targetOf(send, arrange))).rejects.toMatchObject({ name: "BadInput" });
    expect(asked).toBe(0);
  },
);

test("an error that ends the run does not hold the key that an answer repeats", async () => {
  const send = async () => ({
    status: 302,
    headers: [["location", "http://login.test/?key=a-secret-key"]] as const,
    body: new Uint8Array(),
  });
  await expect(runSuite(targetOf(send))).rejects.toThrow("redirects with 302 to http://login.test/?key=***,");
});

test("an error in a requirement is reported as a fault of the kit, without the key and without a verdict", async () => {
  const declare = (name: string, covers: Requirement["covers"]) =>
    rulesOf("list-orders")(name, name, "list-orders", { parts: ["lists"], covers, breaks: () => [] });
  const fail = () => {
    throw new TypeError("no a-secret-key here");
  };
  const broken = [declare("rule", fail), declare("whole", ({ calls }) => calls)];
  const { results, verdict } = await runSuite(targetOf(emptyList), { requirements: broken });
  expect(results.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ["errored", "TypeError: no *** here"],
    ["passed", null],
  ]);
  expect(verdict).toBe("partial");
});

test("progress is reported step by step", async () => {
  const progress: [number, number][] = [];
  await runSuite(targetOf(emptyList), { onProgress: (done, total) => progress.push([done, total]) });
  const [[, total] = [0, 0]] = progress;
  expect(progress).toHaveLength(total);
  expect(progress.every(([done, of]) => done < total && of === total)).toBe(true);
});

test("with a selection of requirements no call is made only to observe", async () => {
  const methods = new Set<string>();
  const send: Target["send"] = async ({ method }) => {
    methods.add(method);
    return answer(200, "[]");
  };
  const report = await runSuite(targetOf(send), { requirements });
  expect([...methods]).toEqual(["GET"]);
  expect(report.observations.find(({ question }) => question === "malformedId")).toMatchObject({
    answer: null,
    reason: "The run made no call that shows it.",
  });
});
