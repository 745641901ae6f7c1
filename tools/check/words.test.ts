import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const product = execFileSync("git", ["ls-files", "*.ts", "*.tsx"], { cwd: root, encoding: "utf8" })
  .trim()
  .split("\n")
  .filter((path) => !/\.test\.tsx?$|(?:^|\/)testing\//.test(path));

/** Words in place of the noun or verb with which a comment begins, and people where there are only programs (CONTRIBUTING.md). */
const inPlaceOfNouns =
  /(?:^|\s)(?:\/\*\*|\/\/|\*) (?:Wh(?:at|o|ose|oever|atever)|Nobody|Somebody|So many|So much)\b/;
const people = /(?:\/\*\*|\/\/|^\s*\*) .*\b(?:told|tells?|strangers?|nobody|somebody|whoever)\b/i;

test("each comment begins with a noun or a verb, and says which program does what", () => {
  const found = product.flatMap((path) =>
    readFileSync(new URL(path, root), "utf8")
      .split("\n")
      .flatMap((line, at) =>
        inPlaceOfNouns.test(line) || people.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [],
      ),
  );
  expect(found).toEqual([]);
});
