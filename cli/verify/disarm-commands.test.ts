import { expect, test } from "vitest";
import { disarmCommands } from "./write-reports.ts";

/** What the programs that run builds look for. */
const github = /^\s*::[\w-]+/m;
const anywhere = /##(?:\[|vso\[|teamcity\[)/;

test.each([
  "::error::x",
  "  ::set-output name=a::b",
  "\t::stop-commands::x\n::add-mask::y",
  "##[group]x",
  "before ##vso[task.setvariable variable=a]b",
  "  ##teamcity[buildStop]",
  "###vso[a]",
  "\n::warning::x\n",
])("in %j nothing is left that is a command", (text) => {
  for (const name of ["terminal", "junit", "html", "markdown"] as const) {
    const disarmed = disarmCommands(text, name);
    expect(disarmed).not.toMatch(github);
    expect(disarmed).not.toMatch(anywhere);
  }
});

test("JSON stays what it says", () => {
  const report = { body: "##vso[a]\n##[b]" };
  const disarmed = disarmCommands(JSON.stringify(report, null, 2), "json");
  expect(disarmed).not.toMatch(anywhere);
  expect(JSON.parse(disarmed)).toEqual(report);
});

test("GitHub's own reporter keeps its commands, and ordinary text its form", () => {
  expect(disarmCommands("::error title=x::y\n", "github")).toBe("::error title=x::y\n");
  expect(disarmCommands("# heading ## [link](a) a::b", "markdown")).toBe("# heading ## [link](a) a::b");
});
