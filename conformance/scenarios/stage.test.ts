import { expect, test } from "vitest";
import type { OutgoingRequest } from "../history/exchange.ts";
import type { SendOptions } from "../targets/target.ts";
import { mangledIds, mangledPending } from "./given-orders.ts";
import { createStage } from "./stage.ts";

function record(options: Partial<Parameters<typeof createStage>[0]> = {}, list = "[]") {
  const sent: [OutgoingRequest, SendOptions | undefined][] = [];
  const stage = createStage({
    apiKey: "a-key",
    cast: {},
    listedIds: new Set(),
    transport: {
      sent: 0,
      async send(request, sendOptions) {
        sent.push([request, sendOptions]);
        return { request, ms: 1, answer: { status: 200, headers: [], body: new TextEncoder().encode(list) } };
      },
    },
    ...options,
  });
  return { stage, sent };
}

test("calls carry the key unless told otherwise, and the user's own headers always", async () => {
  const { stage, sent } = record({ headers: [["x-tenant", "7"]] });
  await stage.list();
  await stage.cancel(-9223372036854775808n, { onWire: true });
  await stage.attempt("%20", { as: "none" });
  await stage.call("HEAD", "/x?y", { as: { authorization: "Token a" } });
  const usual = [
    ["accept", "application/json"],
    ["x-tenant", "7"],
  ];
  const bearer = ["authorization", "Bearer a-key"];
  expect(sent).toEqual([
    [{ method: "GET", path: "/store/orders", headers: [bearer, ...usual] }, {}],
    [
      { method: "DELETE", path: "/store/orders/-9223372036854775808", headers: [bearer, ...usual] },
      { onWire: true },
    ],
    [{ method: "DELETE", path: "/store/orders/%20", headers: usual }, { repeatable: true }],
    [{ method: "HEAD", path: "/x?y", headers: [["authorization", "Token a"], ...usual] }, {}],
  ]);
});

test("a made-up id lies in its range, and is neither listed nor used before", () => {
  const floor = 2n ** 53n;
  // All but one in eight are listed.
  const listed = { has: (id: bigint) => id % 8n !== 3n } as ReadonlySet<bigint>;
  const { stage } = record({ listedIds: listed });
  const ids = Array.from({ length: 2000 }, () => stage.unusedId(floor));
  expect(new Set(ids).size).toBe(2000);
  for (const id of ids) expect(id % 8n === 3n && id >= floor && id < floor + 2n ** 20n).toBe(true);
});

test("ids that resemble an order's are other texts or other numbers, never its own", () => {
  expect(mangledIds(101n)).toEqual([
    "101abc",
    "101.0",
    "101.5",
    "0x65",
    "4294967397",
    "18446744073709551717",
  ]);
  expect(mangledIds(-1n)).toContain("-0x1");
});

test("an id that resembles a given one but is somebody's order is left alone", async () => {
  const { stage, sent } = record({ cast: { mangled: 101n } }, '[{"id":101},{"id":4294967397}]');
  await mangledPending.play(stage);
  const paths = sent.map(([{ path }]) => path);
  expect(paths).not.toContain("/store/orders/4294967397");
  expect(paths).toContain("/store/orders/18446744073709551717");
  expect(paths).toHaveLength(7);
});
