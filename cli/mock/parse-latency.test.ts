import { describe, expect, test } from "vitest";
import { BadInput } from "../../base/bad-input.ts";
import { parseFaultRules } from "../../mocks/faults/parse-fault-rules.ts";
import { refuseFor } from "../options.ts";
import { parseLatency } from "./mock-options.ts";

const parse = (text: string) => parseLatency(text, refuseFor("--latency"));

describe("latency", () => {
  test.each([
    ["0", 0],
    ["300", 300],
    ["600000", 600_000],
    ["100-500", [100, 500]],
    ["7-7", [7, 7]],
  ] as const)("%s is a delay rule that can be set", (text, ms) => {
    expect(parse(text)).toEqual({ name: "latency", fault: "delay", ms });
    expect(parseFaultRules([parse(text)])).toEqual([parse(text)]);
  });

  test.each(["", "400-100", "fast", "-5", "1.5", "100-", "-", "1-2-3", "300ms", " 300", "600001", "9999999"])(
    "%j is refused",
    (text) => {
      expect(() => parse(text)).toThrow(BadInput);
      expect(() => parse(text)).toThrow(/^Cannot use --latency: it must be milliseconds/);
    },
  );
});
