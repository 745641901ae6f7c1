import { expect, test } from "vitest";
import type { Exchange, HeaderList } from "../evidence/exchange.ts";
import type { History } from "../evidence/history.ts";
import { judge, rulesOf } from "./requirement.ts";

const rule = rulesOf("authentication");
const exchange = (method: string, headers: HeaderList): Exchange => ({
  request: { method, path: "/store/orders", headers },
  ms: 1,
  sentAt: 0,
  endedAt: 1,
});
const key = ["authorization", "Bearer x"] as const;
const found = (method: string, received: string, ...headers: HeaderList) => ({
  expected: "status 401",
  received,
  exchange: exchange(method, headers),
});

test("the call with the fewest headers is shown where several fail in the same way", () => {
  const breaks = [
    found("GET", "200", key, ["accept-language", "de"]),
    found("HEAD", "200"),
    found("GET", "500"),
    found("GET", "200", key),
  ];
  const { contradiction, evidence } = judge(
    rule("list-wrong-key", "t", "list-unauthorized", { parts: [], covers: () => [], breaks: () => breaks }),
    {} as History,
  );
  expect(contradiction).toBe(breaks[3]);
  // All of them count.
  expect(new Set(evidence).size).toBe(4);
});
