import { describe, expect, test } from "vitest";
import { BadInput } from "../../base/bad-input.ts";
import { latencyRule, parseLatency } from "./latency-rule.ts";
import { parseFaultRules } from "./parse-fault-rules.ts";

describe("latency", () => {
  test.each([
    ["0", 0],
    ["300", 300],
    ["600000", 600_000],
    ["100-500", [100, 500]],
    ["7-7", [7, 7]],
  ] as const)("%s is a delay rule that can be set", (text, ms) => {
    expect(parseLatency(text)).toEqual({ name: "latency", fault: "delay", ms });
    expect(parseFaultRules([latencyRule(ms)])).toEqual([parseLatency(text)]);
  });

  test.each(["", "fast", "-5", "1.5", "500-100", "100-", "-", "1-2-3", "300ms", " 300", "600001", "9999999"])(
    "%j is refused",
    (text) => {
      expect(() => parseLatency(text)).toThrow(BadInput);
      expect(() => parseLatency(text)).toThrow(/^Cannot use --latency: it must be milliseconds/);
    },
  );
});
