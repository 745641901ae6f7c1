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
const cancel = async (id: number) => {
  const headers = { authorization: "Bearer mock-key" };
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
  cancels: readonly number[],
  fixtures: ScenarioName = "magic",
): Promise<number[]> {
  using _server = listenMsw(...createHandlers({ fixtures, storage }));
  const statuses: number[] = [];
  for (const id of cancels) statuses.push(await cancel(id));
  return statuses;
}

test("is also written when the test changes the mock without a request", async () => {
  const storage = createStorage();
  const mock = createMock({ fixtures: "magic" });
  createHandlers({ mock, storage });
  mock.control.ship(204n);
  expect(await load(storage, [204])).toEqual([409]);
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
  expect(await load(storage, [2])).toEqual([204]);
  const [[key, text] = ["", ""]] = storage.texts;
  storage.texts.set(key, spoil(text));
  expect(storage.texts.get(key)).not.toBe(text);
  expect(await load(storage, [2, 204])).toEqual([204, 204]);
  expect(await load(storage, [2, 204])).toEqual([404, 404]);
});

test("is ignored when it belongs to other orders", async () => {
  const storage = createStorage();
  expect(await load(storage, [204])).toEqual([204]);
  await load(storage, [], "all-shipped");
  expect(await load(storage, [204])).toEqual([204]);
});

test("is not used when it is full or closed", async () => {
  const refuse = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  expect(await load({ getItem: refuse, setItem: refuse }, [204, 204])).toEqual([204, 404]);
});

/** Requests by their lines, to a tab with these handlers. @returns the answer, without the times of faults */
async function ask(handlers: ReturnType<typeof createHandlers>, line: string, body?: string) {
  const [method = "", path = ""] = line.split(" ");
  const headers = { authorization: `Bearer mock-key${line.endsWith("~ann") ? "~ann" : ""}` };
  const request = new Request(origin + path, { method, headers, ...(body !== undefined && { body }) });
  const response = (await getResponse(handlers, request))!;
  return `${line}: ${response.status} ${path.startsWith("/v1") ? await response.text() : ""}`;
}

test(`two tabs with one storage, which are loaded again now and then, answer as one tab does (seed ${proofSeed})`, async () => {
  const plain = [
    ...["DELETE /v1/store/orders/1", "DELETE /v1/store/orders/2", "DELETE /v1/store/orders/204"],
    ...["DELETE /v1/store/orders/2 ~ann", "GET /v1/store/orders", "GET /v1/store/orders ~ann"],
    ...["POST /_mock/orders/1/ship", "POST /_mock/reset", "DELETE /_mock/worlds/ann"],
    ...["POST /_mock/reset?world=*", "PUT /_mock/orders/77?world=ann"],
  ];
  const faults = '[{"fault":"status","status":503,"times":2},{"fault":"status","status":418,"order":204}]';
  const own = '{"fixtures":[{"id":2},{"id":78,"status":"shipped"}]}';
  const call = fc.constantFrom<[line: string, body?: string][]>(
    ...plain.map((line): [string, string?] => (line.startsWith("PUT") ? [line, "{}"] : [line])),
    ...["PUT /_mock/faults", "PUT /_mock/faults?world=ann"].map((line): [string, string] => [line, faults]),
    ...["POST /_mock/reset", "POST /_mock/reset?world=ann"].map((line): [string, string] => [line, own]),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(call, fc.nat(1), fc.boolean()), { maxLength: 15, size: "max" }),
      async (calls) => {
        const storage = createStorage();
        const open = () => createHandlers({ fixtures: "magic", storage });
        const tabs = [open(), open()];
        const alone = createHandlers({ fixtures: "magic" });
        for (const [[line, body], tab, isLoaded] of calls) {
          if (isLoaded) tabs[tab] = open();
          expect(await ask(tabs[tab]!, line, body)).toBe(await ask(alone, line, body));
        }
      },
    ),
    { numRuns: 100, seed: proofSeed },
  );
});
