import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const all = execFileSync("git", ["ls-files", "*.ts", "*.tsx", "*.md"], { cwd: root, encoding: "utf8" })
  .trim()
  .split("\n");
// Changesets and the changelog keep the words of their releases.
const tracked = all.filter(
  (path) => !/\.test\.tsx?$|(?:^|\/)testing\/|^(?:CHANGELOG|CONTRIBUTING)\.md$|^\.changeset\//.test(path),
);

/** Lines of these files that a pattern fits. */
const linesWith = (files: RegExp, pattern: RegExp, paths = tracked): readonly string[] =>
  paths
    .filter((path) => files.test(path))
    .flatMap((path) =>
      readFileSync(new URL(path, root), "utf8")
        .split("\n")
        .flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])),
    );

test("each comment begins with a noun or a verb", () => {
  const inPlaceOfNouns =
    /(?:^|\s)(?:\/\*\*|\/\/|\*) (?:Wh(?:at|o|ose|oever|atever)|Nobody|Somebody|So many|So much)\b/;
  expect(linesWith(/\.tsx?$/, inPlaceOfNouns)).toEqual([]);
});

/** Words that are read twice: people in place of programs, and old or figurative phrases (CONTRIBUTING.md). */
const readTwice =
  /\b(?:[Tt]old|[Tt]ells?|[Ss]trangers?|[Nn]obody|[Ss]omebody|[Ww]hoever|[Aa]new|all the same|at the most|[Ss]o many|[Ss]tands?|by itself)\b(?!-)/;

test("comments, messages and documents are in plain words", () => {
  expect(linesWith(/\.(?:tsx?|md)$/, readTwice)).toEqual([]);
});

/** Titles that begin with a clause in place of a noun, or are in old words. */
const oddTitle =
  /^\s*(?:(?:test|describe)\b.*?|\]\)|\))\(["`](?:(?:what|who)\b|[^"`]*\b(?:told|nobody|somebody|anew|whoever|(?<!there )(?:is|are) no (?!longer)[a-z]+)\b)/i;

test("titles of tests are in plain words", () => {
  expect(linesWith(/\.test\.tsx?$/, oddTitle, all)).toEqual([]);
});
