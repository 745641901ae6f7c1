import { describe, expect, test } from "vitest";
import { isJsonObject, parseJson } from "../../base/json.ts";
import { type Exchange, readExchanges } from "../../fixtures/testing/read-exchanges.ts";
import { profileNames } from "../../spec/profile.ts";
import type { MockOptions } from "../mock-options.ts";
import {
  type AdapterAnswer,
  type AdapterRequest,
  adapterRequests,
  withKey,
} from "../testing/adapter-requests.ts";
import { type AdapterName, adapterNames, adapters } from "../testing/adapters.ts";

async function play(name: AdapterName, options: MockOptions, list: readonly AdapterRequest[]) {
  await using adapter = await adapters[name](options);
  const answers: (AdapterAnswer & { readonly to: string })[] = [];
  for (const request of list) {
    answers.push({ to: `${request.method} ${request.target}`, ...(await adapter.send(request)) });
  }
  return answers;
}

const others = adapterNames.filter((name) => name !== "the function");

describe("the adapters of the mock", () => {
  test.each(others.flatMap((name) => profileNames.map((profile) => ({ name, profile }))))(
    "$name gives the function's answers, byte for byte (profile $profile)",
    async ({ name, profile }) => {
      const options: MockOptions = { fixtures: "magic", profile };
      const expected = await play("the function", options, adapterRequests);
      expect(await play(name, options, adapterRequests)).toEqual(expected);
      // A comparison is useful only if the answers differ.
      expect(new Set(expected.map(({ status }) => status)).size).toBeGreaterThanOrEqual(6);
    },
  );

  test.each(others)(
    "%s delivers a list of many pieces and characters of several bytes unchanged",
    async (name) => {
      const edge = { fixtures: "edge-values" } as const;
      const list = [withKey("GET /v1/store/orders")];
      expect(await play(name, edge, list)).toEqual(await play("the function", edge, list));
      const long = { orders: 3000 };
      const [answer] = await play(name, long, list);
      expect([answer]).toEqual(await play("the function", long, list));
      expect(answer!.body.length).toBeGreaterThan(256 * 1024);
      expect(answer!.headers["content-length"]).toBe(String(answer!.body.length));
    },
  );
});

/** Expects the promised parts of an exchange: the status, the type, and the orders or the Error's shape. */
function expectHonoured({ response }: Exchange, { status, headers, body }: AdapterAnswer): void {
  expect(status).toBe(response.status);
  const type = response.headers["content-type"];
  if (type !== undefined) expect(headers["content-type"]?.split(";")[0]).toBe(type);
  if (response.body === "") {
    if (status === 204) expect(body).toBe("");
    return;
  }
  const promised = parseJson(response.body);
  const given = parseJson(Buffer.from(body, "latin1").toString());
  if (isJsonObject(promised)) {
    expect(given).toMatchObject({
      code: expect.any(String),
      message: expect.any(String),
      status: BigInt(status),
    });
  } else {
    // The shown fields of the shown orders are promised; other orders may be between them.
    expect(given).toEqual(
      expect.arrayContaining((promised as object[]).map((order) => expect.objectContaining(order))),
    );
  }
}

test.each(readExchanges())("the recorded exchange $name is answered as it was", async (exchange) => {
  const { method, path, headers } = exchange.request;
  const [answer] = await play("the function", { fixtures: "magic" }, [{ method, target: path, headers }]);
  expectHonoured(exchange, answer!);
});
