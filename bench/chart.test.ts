import { XMLValidator } from "fast-xml-parser";
import { expect, test } from "vitest";
import { formatChart } from "./chart.ts";

const bars = [
  { id: "limit", name: "the limit", ofLimit: 1 },
  { id: "mock", name: "the mock", ofLimit: 1.07 },
  { id: "a", name: "A & <B>", ofLimit: 0.1 },
  { id: "b", name: "slow", ofLimit: 0.00001 },
  { id: "c", name: "silent", ofLimit: undefined },
];
const chart = formatChart([{ title: "10 orders", bars }]);
const widths = [...chart.matchAll(/<rect[^>]* width="([\d.]+)"/g)].map(([, width]) => Number(width));

test("the chart is well-formed, whatever the names are", () => {
  expect(XMLValidator.validate(chart)).toBe(true);
  expect(chart).toContain("A &amp; &lt;B>");
});

test("it has a bar for each server but the limit and those without an answer", () => {
  expect(widths).toHaveLength(3);
  expect(chart).toContain("no answer");
});

test("its scale is logarithmic: a tenth of the limit is two thirds of the way", () => {
  const [, height = ""] = /viewBox="0 0 760 (\d+)"/.exec(chart)!;
  const limitAt = Number(/class="edge" x1="([\d.]+)"/.exec(chart)![1]);
  const start = Number(/<rect[^>]* x="([\d.]+)"/.exec(chart)![1]);
  expect(widths[1]).toBeCloseTo(((limitAt - start) * 2) / 3, 0);
  expect(Math.max(...widths) + start).toBeLessThan(760);
  expect(Math.min(...widths)).toBeGreaterThan(0);
  expect(Number(height)).toBeGreaterThan(150);
});

test("it says in words what it shows, for those who do not see it", () => {
  expect(chart).toContain("the mock 107 %, A &amp; &lt;B> 10 %, slow 0.001 %, silent no answer.");
});
