import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { describe, expect, test } from "vitest";
import { magicOrders } from "../../fixtures/magic-orders.ts";
import { scenarioNames, scenarios } from "../../fixtures/scenarios.ts";
import { controlOperations } from "../../mocks/control/control-operations.ts";
import { faultNames, presetRules } from "../../mocks/faults/fault-rule.ts";
import { openQuestions, questionIds } from "../../spec/open-questions.ts";
import { profileNames } from "../../spec/profile.ts";
import { codeIn, commandsOf, type Page, readDocs, root, tableUnder } from "../testing/read-docs.ts";
import { describeContracts } from "./contracts.ts";

/** Compares the README and docs/ with the kit. docs.proof.test.ts runs their commands and snippets. */

const pages = readDocs();
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const pageOf = (path: string): Page => pages.find((page) => page.path === path)!;

test("the README has at most 180 lines and links to a few pages, and docs/README.md to each", () => {
  const readme = pageOf("README.md").text;
  expect(readme.trimEnd().split("\n").length).toBeLessThanOrEqual(180);
  const linked = readme.matchAll(/\]\((docs\/[\w-]+\.md)/g);
  expect(new Set([...linked].map(([, path]) => path)).size).toBeLessThanOrEqual(6);
  const index = pageOf("docs/README.md").text;
  const unlinked = pages
    .filter(({ path }) => !path.endsWith("README.md"))
    .filter(({ path }) => !index.includes(`](${posix.relative("docs", path)})`));
  expect(unlinked.map(({ path }) => path)).toEqual([]);
});

/** Anchors that GitHub and npm make of headings. */
const anchorsOf = ({ text }: Page) =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, "")
      .replaceAll(" ", "-"),
  );

test.each(pages.map((page) => [page.path, page] as const))(
  "the links of %s lead to files of the package, and to headings in them",
  (path, page) => {
    const links = [...page.text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!);
    for (const link of links.filter((each) => !each.startsWith("https:"))) {
      const [file = "", anchor] = link.split("#");
      const target = file === "" ? path : posix.join(dirname(path), file);
      expect(existsSync(join(root, target)), `${path}: ${link}`).toBe(true);
      expect(isPacked(target), `${link} in the package`).toBe(true);
      if (anchor !== undefined) expect(anchorsOf(pageOf(target)), `${path}: ${link}`).toContain(anchor);
    }
  },
);

function isPacked(path: string): boolean {
  if (/^(?:README\.md|LICENSE|package\.json)$/.test(path)) return true;
  return (manifest.files as string[]).some((pattern) => path === pattern || path.startsWith(`${pattern}/`));
}

describe("commands", () => {
  const commands = pages
    .flatMap(({ blocks }) => blocks.filter(({ language }) => language === "sh"))
    .flatMap((block) => commandsOf(block).map((command) => [block.place, command] as const));

  test("name options that store-orders has", () => {
    const used = commands.filter(([, command]) => command.includes("store-orders "));
    expect(used.length).toBeGreaterThan(20);
    const known = describeContracts().commands;
    for (const [place, command] of used) {
      const [, name = "", rest = ""] = /store-orders ([\w-]+)(.*)/.exec(command)!;
      const options = [...rest.matchAll(/ (--[\w-]+)/g)].map(([, option]) => option!);
      if (!name.startsWith("-")) expect(Object.keys(known), `${place}: ${command}`).toContain(name);
      const has = name.startsWith("-") ? ["--help", "--version"] : Object.keys(known[name] ?? {});
      expect(has, `${place}: ${command}`).toEqual(expect.arrayContaining(options));
    }
  });

  test("name npm scripts that the package has", () => {
    const scripts = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => [path, name!] as const),
    );
    expect(scripts.length).toBeGreaterThan(5);
    expect(scripts.filter(([, name]) => !(name in manifest.scripts))).toEqual([]);
  });
});

describe("tables", () => {
  const firstCodes = (rows: readonly (readonly string[])[]) => rows.map(([cell]) => codeIn(cell!));

  test("list the scenarios, each with its orders", () => {
    const rows = tableUnder(pageOf("docs/mock.md"), "Scenario");
    expect(firstCodes(rows)).toEqual(scenarioNames());
    for (const [cell, counted] of rows) {
      const orders = [...scenarios[codeIn(cell!) as keyof typeof scenarios].orders(1, 25)];
      const of = (status: string) => orders.filter((order) => order.status === status).length;
      const parts = ["pending", "shipped", "cancelled"].flatMap((status) =>
        of(status) > 0 ? [`${of(status)} ${status}`] : [],
      );
      expect(counted).toBe(orders.length === 0 ? "none" : `${orders.length}: ${parts.join(", ")}`);
    }
  });

  test("list the magic orders, each with its state", () => {
    const rows = tableUnder(pageOf("docs/mock.md"), "Id", "State").map(([id, state]) => [id, state]);
    const known = magicOrders.map(({ id, status }) => [String(id), status]);
    expect(rows.toSorted()).toEqual(known.toSorted());
  });

  test("list the faults and the presets", () => {
    const page = pageOf("docs/worlds-and-faults.md");
    expect(firstCodes(tableUnder(page, "`fault`"))).toEqual(faultNames);
    expect(firstCodes(tableUnder(page, "Preset"))).toEqual(Object.keys(presetRules));
  });

  test("list the open questions with their answers, the default first, and the named profiles", () => {
    const page = pageOf("docs/profile-loop.md");
    const rows = tableUnder(page, "Question").map(([question, answers]) => [
      codeIn(question!),
      [...answers!.matchAll(/`([^`]+)`/g)].map(([, answer]) => answer),
    ]);
    const known = questionIds.map((id) => {
      const { answers, usual } = openQuestions[id];
      return [id, [usual, ...Object.keys(answers).filter((answer) => answer !== usual)]];
    });
    expect(rows).toEqual(known);
    expect(firstCodes(tableUnder(page, "Named profile"))).toEqual(profileNames);
  });

  test("list the requests of the control plane", () => {
    const routes = Object.entries(controlOperations).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(routes.length).toBeGreaterThan(15);
    expect(firstCodes(tableUnder(pageOf("docs/control-plane.md"), "Request")).toSorted()).toEqual(
      routes.toSorted(),
    );
  });

  test("list the entries of the package", () => {
    const entries = Object.keys(manifest.exports).filter((entry) => !/\.(?:json|yaml)$/.test(entry));
    const named = pages.flatMap(({ text }) => [...text.matchAll(/store-orders-kit((?:\/[\w-]+)*)["`]/g)]);
    const known = entries.map((entry) => entry.slice(1)).sort();
    expect([...new Set(named.map(([, entry]) => entry))].filter((entry) => !known.includes(entry!))).toEqual(
      [],
    );
  });
});

test("design.md names files that exist", () => {
  const files = [...pageOf("docs/design.md").text.matchAll(/`([\w./*-]+\/[\w.*-]+\.\w+|\.ci\/run)`/g)]
    .map(([, path]) => path!)
    .filter((path) => !path.startsWith("dist/"));
  expect(files.length).toBeGreaterThan(15);
  expect(files.filter((path) => globSync(path, { cwd: root }).length === 0)).toEqual([]);
});

test("no page has an HTML comment: npm shows those as text", () => {
  expect(pages.filter(({ text }) => text.includes("<!--")).map(({ path }) => path)).toEqual([]);
});
