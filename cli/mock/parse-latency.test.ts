import { describe, expect, test } from "vitest";
import { BadInput } from "../../base/bad-input.ts";
import { parseFaultRules } from "../../mocks/faults/parse-fault-rules.ts";
import { parseLatency } from "./mock-options.ts";

describe("latency", () => {
  test.each([
    ["0", 0],
    ["300", 300],
    ["600000", 600_000],
    ["100-500", [100, 500]],
    ["7-7", [7, 7]],
  ] as const)("%s is a delay rule that can be set", (text, ms) => {
    expect(parseLatency(text, "--latency")).toEqual({ name: "latency", fault: "delay", ms });
    expect(parseFaultRules([parseLatency(text, "--latency")])).toEqual([parseLatency(text, "--latency")]);
  });

  test.each(["", "400-100", "fast", "-5", "1.5", "100-", "-", "1-2-3", "300ms", " 300", "600001", "9999999"])(
    "%j is refused",
    (text) => {
      expect(() => parseLatency(text, "--latency")).toThrow(BadInput);
      expect(() => parseLatency(text, "--latency")).toThrow(/^Cannot use --latency: it must be milliseconds/);
    },
  );
});
