import { expect, test } from "vitest";
import { hostileReport, mixedReport, passingReport, sampleReport } from "../../testing/sample-reports.ts";
import type { Report } from "../report.ts";
import { formatAgent } from "./agent.ts";

const linesOf = (report: Report) => formatAgent(report).trimEnd().split("\n");

test("a report without failures is the verdict, and one line where something is untested", () => {
  const lines = linesOf(passingReport);
  expect(lines.length).toBeLessThanOrEqual(3);
  expect(lines[0]).toContain("conforms");
});

test("a report with failures has the verdict, causes, one command that shows the first, and the next step", () => {
  const text = formatAgent(mixedReport);
  const [cause] = mixedReport.causes;
  expect(text.split("\n")[0]).toContain("does not conform");
  expect(text).toContain(`1. ${cause!.title}`);
  expect(text).toMatch(/^curl /m);
  expect(text).toMatch(/^verify again: store-orders verify \S+ --only=\S+ --reporter=terminal$/m);
});

test("a report has at most 25 lines, for any number and form of causes", () => {
  const [cause] = mixedReport.causes;
  const title = `A title\nof several lines ${"and words ".repeat(100)}`;
  for (const report of [mixedReport, hostileReport, sampleReport([])]) {
    const causes = Array.from({ length: 40 }, (_, index) => ({
      ...cause!,
      id: `${index}`,
      title,
      likely: [{ id: "likely", text: title, answers: 9 }],
      atOnce: 5,
    }));
    const lines = linesOf({ ...report, causes });
    expect(lines.length).toBeLessThanOrEqual(25);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(300);
  }
});
