import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Report } from "../../conformance/report/report.ts";
import type { ForeignOptions } from "../../conformance/testing/foreign-server.ts";
import { createScratchFolder } from "../../mocks/testing/scratch-folder.ts";
import { fileIn, readAll, reportsTo } from "../testing/scratch-files.ts";
import { failCode, judge } from "../testing/verify-here.ts";

const without404Code = failCode(404);
const codes = "--only=errors/401-code,errors/404-code";

/** The report of a night, as a file. */
const nightOf = async (options: ForeignOptions) => fileIn("night.json", (await judge(options, codes)).text);

test("every reporter shows which failures are new, gone and still there since an earlier report", async () => {
  const night = await nightOf(without404Code);
  const { startedAt } = JSON.parse(readFileSync(night, "utf8")) as Report;
  const folder = createScratchFolder();
  const names = ["terminal", "agent", "markdown", "html", "junit", "github"];
  const reporters = reportsTo(folder, names);
  const { code, report, server } = await judge(failCode(401), codes, `--since=${night}`, ...reporters);
  expect(code).toBe(1);
  expect(report!.since).toMatchObject({
    startedAt,
    new: ["errors/401-code"],
    gone: ["errors/404-code"],
    still: [],
    unknown: [],
  });
  const title = /Since \d{4}-\d\d-\d\d \d\d:\d\d UTC at [^:]+:\/\/[^/]+\/v1: 1 new, 1 gone, 0 still there/;
  const { terminal = "", agent, markdown, html, junit = "", github } = readAll(folder);
  const [heading, blank, since, ...rows] = terminal.split("\n");
  expect([heading?.startsWith(server.baseUrl), blank, title.test(since!), ...rows.slice(0, 2)]).toEqual([
    true,
    "",
    true,
    "  new      errors/401-code",
    "  gone     errors/404-code",
  ]);
  for (const text of [agent, html]) expect(text).toMatch(title);
  expect(markdown).toContain("- new: `errors/401-code`\n");
  expect(github).toMatch(/^::notice title=Since [^\n]+new: errors\/401-code%0Agone: errors\/404-code\n/);
  expect(junit.match(/name="since" value="\w+"/g)).toEqual([
    'name="since" value="new"',
    'name="since" value="gone"',
  ]);
});

test("a failure as before is still there, and a requirement without a verdict now is neither gone nor there", async () => {
  const night = await nightOf(without404Code);
  const same = await judge(without404Code, codes, `--since=${night}`);
  expect(same.report!.since).toMatchObject({ new: [], gone: [], still: ["errors/404-code"], unknown: [] });
  expect(same.stdout).toContain("  still    errors/404-code\n");
  const untested = await judge({}, codes, "--read-only", `--since=${night}`);
  expect(untested.report!.since).toMatchObject({
    new: [],
    gone: [],
    still: [],
    unknown: ["errors/404-code"],
  });
  const fewer = await judge({}, "--only=errors/401-code", `--since=${night}`);
  expect(fewer.report!.since).toMatchObject({ new: [], gone: [], still: [], unknown: [] });
});

test("a nightly run may be compared with the file to which it writes its own report", async () => {
  const night = await nightOf(without404Code);
  const { report } = await judge(without404Code, codes, `--since=${night}`, `--reporter=json=${night}`);
  expect(JSON.parse(readFileSync(night, "utf8")).since.still).toEqual(report!.since!.still);
});
