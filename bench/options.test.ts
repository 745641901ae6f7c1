import { expect, test } from "vitest";
import { BadInput } from "../base/bad-input.ts";
import { parseOptions } from "./options.ts";

const names = ["list-10", "start-1000"];

test("a full run has five rounds, a quick one two, and --rounds says otherwise", () => {
  expect(parseOptions([], names)).toMatchObject({ quick: false, rounds: 5, only: undefined });
  expect(parseOptions(["--quick"], names).rounds).toBe(2);
  expect(parseOptions(["--quick", "--rounds", "1", "--only", "list-10"], names)).toMatchObject({
    rounds: 1,
    only: ["list-10"],
  });
});

test.each([
  [["--only", "list-1"], "Did you mean list-10?"],
  [["--rounds", "0"], 'from 1 to 99, got "0"'],
  [["--fast"], "Run npm run bench -- --help"],
  [["stray"], "Run npm run bench -- --help"],
])("%j is refused with one line that says what to do", (args, part) => {
  const parse = () => parseOptions(args, names);
  expect(parse).toThrow(BadInput);
  expect(parse).toThrow(part);
  expect(parse).toThrow(/^Cannot [^\n]+\.$|^Cannot [^\n]+\?$/);
});
