import { expect, test } from "vitest";
import { hostileReport, mixedReport, passingReport, sampleReport } from "../../testing/sample-reports.ts";
import { reporterNames, reporters } from "./reporters.ts";

const reports = [mixedReport, passingReport, hostileReport, sampleReport([])];
/** JSON and XML are escaped by their own rules; a terminal gets U+FFFD for half a pair. */
const steering = (name: string) =>
  name === "terminal"
    ? /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u
    : /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}]/u;

test.each(reporterNames)("any report by %s has complete lines, and no control character", async (name) => {
  const format = await reporters[name]();
  for (const report of reports) {
    const text = format(report, (_format, plain) => plain);
    expect(text).toMatch(/[^\n]\n$/);
    if (name !== "json" && name !== "junit") expect(text.replaceAll("\n", "")).not.toMatch(steering(name));
  }
});
