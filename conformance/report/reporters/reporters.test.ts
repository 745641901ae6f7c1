import { expect, test } from "vitest";
import { passingReport } from "../../testing/sample-reports.ts";
import { reporterNames, reporters } from "./reporters.ts";

test.each(reporterNames)("the reporter %s gives whole lines", async (name) => {
  const format = await reporters[name]();
  expect(format(passingReport, (_format, text) => text)).toMatch(/[^\n]\n$/);
});
