import fc from "fast-check";
import { getResponse } from "msw";
import { expect, test } from "vitest";
import type { ScenarioName } from "../../fixtures/scenarios.ts";
import { createMock } from "../mock.ts";
import { proofSeed } from "../testing/create-draw.ts";
import { listenMsw } from "../testing/listen-msw.ts";
import { createHandlers } from "./msw.ts";

/** A storage of the browser keeps the orders over a reload of the page. */

const origin = "https://api.shop.test";
const cancel = async (id: number, key = "mock-key") => {
  const headers = { authorization: `Bearer ${key}` };
  return (await fetch(`${origin}/v1/store/orders/${id}`, { method: "DELETE", headers })).status;
};

/** A storage like `sessionStorage`, of one tab. */
function createStorage() {
  const texts = new Map<string, string>();
  return {
    texts,
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
  };
}

/** The page after a load, which finds what the storage has: the statuses of some cancels. */
async function load(
  storage: Pick<Storage, "getItem" | "setItem">,
  cancels: readonly (readonly [id: number, key?: string])[],
  { fixtures = "magic" as ScenarioName, control = "" } = {},
): Promise<number[]> {
  using _server = listenMsw(...createHandlers({ fixtures, storage }));
  const statuses: number[] = [];
  for (const call of cancels) statuses.push(await cancel(...call));
  if (control) await fetch(`${origin}/_mock/${control}`, { method: "POST" });
  return statuses;
}
const ann = "mock-key~ann";

test("keeps the orders of every world over a reload, and the changes by the control plane", async () => {
  const storage = createStorage();
  expect(await load(storage, [[204], [2, ann]], { control: "orders/1/ship" })).toEqual([204, 204]);
  const again = await load(storage, [[204], [2, ann], [1], [204, ann], [2]]);
  expect(again).toEqual([404, 404, 409, 204, 204]);
  expect(await load(storage, [[204, ann], [2]], { control: "reset?world=*" })).toEqual([404, 404]);
  expect(await load(storage, [[204], [204, ann]])).toEqual([204, 204]);
});

test("is also written when the test changes the mock without a request", async () => {
  const storage = createStorage();
  const mock = createMock({ fixtures: "magic" });
  createHandlers({ mock, storage });
  mock.control.ship(204n);
  expect(await load(storage, [[204]])).toEqual([409]);
});

test.each<[string, (text: string) => string]>([
  ["is no JSON", () => "{"],
  ["is of another shape", () => '{"start":[],"worlds":1}'],
  [
    "has a snapshot that cannot be read",
    (text) => text.replace(/("default":\{"state":")[^"]*/, "$1not-a-snapshot"),
  ],
  ["has a world of no name", (text) => text.replace('"default":', '"a b":')],
])("is ignored when its text %s", async (_, spoil) => {
  const storage = createStorage();
  expect(await load(storage, [[2]])).toEqual([204]);
  const [[key, text] = ["", ""]] = storage.texts;
  storage.texts.set(key, spoil(text));
  expect(storage.texts.get(key)).not.toBe(text);
  expect(await load(storage, [[2], [204]])).toEqual([204, 204]);
  expect(await load(storage, [[2], [204]])).toEqual([404, 404]);
});

test("keeps the faults of every world, with their remaining matches, until they are cleared", async () => {
  const storage = createStorage();
  const mock = createMock({ fixtures: "magic" });
  createHandlers({ mock, storage });
  mock.control.world("ann").setFaults([{ fault: "status", status: 500 }]);
  mock.control.setFaults([
    { fault: "status", status: 418, operation: "cancelOrder", times: 3 },
    { fault: "status", status: 503, order: 204n },
  ]);
  expect(await load(storage, [[204]])).toEqual([418]);
  expect(await load(storage, [[204], [2], [2], [204], [2, ann]])).toEqual([418, 418, 204, 503, 500]);
  expect(await load(storage, [[1]], { control: "reset?world=*" })).toEqual([204]);
  expect(await load(storage, [[204], [2, ann]])).toEqual([204, 204]);
});

test("keeps orders that a world was reset to", async () => {
  const storage = createStorage();
  const mock = createMock({ fixtures: "magic" });
  createHandlers({ mock, storage });
  mock.control.world("ann").reset({ fixtures: [{ id: 77 }, { id: 78 }] });
  mock.control.ship(204n);
  expect(await load(storage, [[77, ann], [2]])).toEqual([204, 204]);
  expect(
    await load(storage, [
      [78, ann],
      [77, ann],
      [2, ann],
    ]),
  ).toEqual([204, 404, 404]);
});

test("is ignored when it belongs to other orders", async () => {
  const storage = createStorage();
  expect(await load(storage, [[204]])).toEqual([204]);
  await load(storage, [], { fixtures: "all-shipped" });
  expect(await load(storage, [[204]])).toEqual([204]);
});

test("is not used when it is full or closed", async () => {
  const refuse = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  expect(await load({ getItem: refuse, setItem: refuse }, [[204], [204]])).toEqual([204, 404]);
});

/** Requests by their lines, to a tab with these handlers. @returns the answer, without the times of faults */
async function ask(handlers: ReturnType<typeof createHandlers>, line: string, body?: string) {
  const [method = "", path = ""] = line.split(" ");
  const headers = { authorization: `Bearer mock-key${line.endsWith("~ann") ? "~ann" : ""}` };
  const request = new Request(origin + path, { method, headers, ...(body !== undefined && { body }) });
  const response = (await getResponse(handlers, request))!;
  return `${line}: ${response.status} ${path.startsWith("/v1") ? await response.text() : ""}`;
}

test(`two tabs with one storage answer as one tab does (seed ${proofSeed})`, async () => {
  const line = fc.constantFrom(
    ...["DELETE /v1/store/orders/1", "DELETE /v1/store/orders/2", "DELETE /v1/store/orders/204"],
    ...["DELETE /v1/store/orders/2 ~ann", "GET /v1/store/orders", "GET /v1/store/orders ~ann"],
    ...["POST /_mock/orders/1/ship", "POST /_mock/reset", "PUT /_mock/faults", "DELETE /_mock/worlds/ann"],
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(line, fc.nat(1)), { maxLength: 12 }), async (calls) => {
      const storage = createStorage();
      const tabs = [0, 1].map(() => createHandlers({ fixtures: "magic", storage }));
      const alone = createHandlers({ fixtures: "magic" });
      for (const [call, tab] of calls) {
        const body = call.startsWith("PUT") ? '[{"fault":"status","status":503,"times":2}]' : undefined;
        expect(await ask(tabs[tab]!, call, body)).toBe(await ask(alone, call, body));
      }
    }),
    { numRuns: 40, seed: proofSeed },
  );
});
