import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { clauseIds, clauses } from "../../spec/clauses.ts";
import { allRequirements } from "./all-requirements.ts";

test.each(clauseIds.filter((id) => ["must", "should"].includes(clauses[id].level)))(
  "the clause %s has a requirement of the same level",
  (clause) => {
    const requirements = allRequirements.filter((requirement) => requirement.clause === clause);
    expect(requirements.length).toBeGreaterThan(0);
    for (const { level } of requirements) expect(level).toBe(clauses[clause].level);
  },
);

test("no requirement is about a clause that cannot be tested", () => {
  const levels = new Set(allRequirements.map(({ clause }) => clauses[clause].level));
  expect([...levels].toSorted()).toEqual(["must", "should"]);
});

test("ids are unique, and of the form file/behaviour", () => {
  const ids = allRequirements.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z]+(?:-[a-z]+)*\/[a-z\d]+(?:-[a-z\d]+)*$/);
});

test("titles are unique sentences without a full stop", () => {
  const titles = allRequirements.map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
  for (const title of titles) expect(title).toMatch(/^(?:[A-Z]|\d).*[^.]$/);
});

const folder = new URL("./", import.meta.url);
const files = readdirSync(folder).filter(
  (name) =>
    !name.endsWith(".test.ts") &&
    name !== "all-requirements.ts" &&
    readFileSync(new URL(name, folder), "utf8").includes("Requirements: readonly Requirement[]"),
);

test("an id begins with the name of the file that declares it, and every such file is in the list", async () => {
  for (const file of files) {
    const module: Record<string, unknown> = await import(new URL(file, folder).href);
    const [declared] = Object.values(module).filter(Array.isArray);
    const own = allRequirements.filter(({ id }) => id.startsWith(`${file.slice(0, -3)}/`));
    expect(own.length, file).toBeGreaterThan(0);
    expect(own.map(({ id }) => id)).toEqual(declared?.map(({ id }: { id: string }) => id));
  }
  const names = new Set(allRequirements.map(({ id }) => `${id.split("/")[0]}.ts`));
  expect([...names].toSorted()).toEqual(files.toSorted());
});
