import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { refusalOf } from "../../cli/testing/run-here.ts";
import { kitName, kitVersion } from "../../spec/kit-version.ts";
import { readDocs } from "../../tools/testing/read-docs.ts";
import { action } from "../../tools/testing/run-action.ts";
import { endToEnd, nightly, verifyPipelines } from "../testing/pipelines.ts";

/** What a parser of YAML says of the pipelines; pipelines.proof.test.ts runs their command lines. */

const all = [...verifyPipelines, nightly, endToEnd];

test.each(all)("$name uses known actions, and no command line has an expression", ({ steps, script }) => {
  const known = /^actions\/(?:checkout|setup-node|upload-artifact)@v\d+$/;
  const others = steps.flatMap(({ uses }) => (uses === undefined || known.test(uses) ? [] : uses));
  expect(others.filter((uses) => uses !== `your-organisation/${kitName}@v${kitVersion}`)).toEqual([]);
  for (const line of script) expect(line).not.toContain("${{");
});

describe.each(verifyPipelines)("$name", ({ kind, env, script, kept }) => {
  test("takes the key from a secret, and the rest from variables, of the same names", () => {
    expect(Object.keys(env)).toEqual(
      expect.arrayContaining(["STORE_ORDERS_BASE_URL", "STORE_ORDERS_API_KEY"]),
    );
    for (const [name, value] of Object.entries(env)) {
      const source = name === "STORE_ORDERS_API_KEY" ? "secrets" : "vars";
      // On GitLab the variables of a project replace those of a job.
      expect(value).toBe(kind === "GitLab" ? "" : `\${{ ${source}.${name} }}`);
    }
  });

  test("keeps the results, after a failure too", () => {
    expect(kept).toBe("store-orders.xml");
    expect(script.at(-1)).toMatch(/ --reporter junit=(?:\.\.\/\.\.\/)?store-orders\.xml$/);
  });
});

test("the nightly workflow gives inputs of the action, and keeps the folder of its reports", () => {
  const step = nightly.steps.find(({ uses }) => uses?.includes(kitName))!;
  expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(step.with!)));
  expect(nightly.kept).toBe(action.inputs.reports!.default);
});

test("docs show the files of init, and the step of the nightly workflow", () => {
  const { blocks } = readDocs().find(({ path }) => path === "docs/setup.md")!;
  const shown = blocks.filter(({ language }) => language === "yaml").map(({ text }) => text);
  for (const { text } of verifyPipelines.filter(({ name }) => /^Git(?:Hub|Lab)$/.test(name)))
    expect(shown).toContain(text);
  const [step] = shown.flatMap((text) => (text.startsWith("- id: verify") ? parse(text) : []));
  expect(nightly.steps).toContainEqual(step);
});

test.each([
  ["in quotes", '"https://staging.example/v1"'],
  ["with a second line", "https://staging.example/v1\nhttps://other.example/v1"],
  ["with a line end", "https://staging.example/v1\n"],
  ["of white space", "  "],
  ["that is empty", ""],
])("an address %s in the variable is refused in one line", async (_what, address) => {
  const env = { STORE_ORDERS_BASE_URL: address, STORE_ORDERS_API_KEY: "key" };
  expect(await refusalOf(["verify", "--complete"], env)).toMatch(/STORE_ORDERS_BASE_URL|address/);
});
