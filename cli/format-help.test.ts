import { describe, expect, test } from "vitest";
import { nearestName } from "../base/bad-input.ts";
import { type CommandSpec, variableOf } from "./command-spec.ts";
import { fixturesCommand } from "./fixtures/fixtures-command.ts";
import { formatHelp } from "./format-help.ts";
import { initCommand } from "./init/init-command.ts";
import { mockCommand } from "./mock/mock-options.ts";
import { proxyCommand } from "./proxy/proxy-command.ts";
import { feedCommand as spec } from "./testing/feed-command.ts";
import { verifyCommand } from "./verify/verify-options.ts";

const commands: readonly CommandSpec[] = [
  initCommand,
  verifyCommand,
  proxyCommand,
  mockCommand,
  fixturesCommand,
];
const { positional, ...withoutPositional } = spec;

describe("the help", () => {
  test("has the purpose of the command, its usage, each option, and the environment variables", () => {
    expect(formatHelp(spec)).toBe(`Feeds the animals.

Usage: store-orders feed [barn] [options]

  [barn]                  Where they are.
  --animals N             How many.
  --food-kind KIND        What they get.
  --place inside|outside  Where they get it.
  --name NAME             Who is fed. Repeatable.
  --dry-run               Feed no animal.
  --help                  Print this help.

No animal goes hungry.
Each option can be set by an environment variable: --animals by STORE_ORDERS_ANIMALS.
For a repeatable option the variable holds a list with commas.
`);
  });

  test("has no brackets around an argument that must be given, and none of a command without one", () => {
    const required = formatHelp({ ...spec, positional: { ...positional!, isRequired: true } });
    expect(required).toContain("\nUsage: store-orders feed BARN [options]\n");
    expect(required).toMatch(/^ {2}BARN +Where they are\.$/m);
    expect(formatHelp(withoutPositional)).toContain("\nUsage: store-orders feed [options]\n");
  });

  test.each(commands)("of $name names a variable that the command has", (command) => {
    const [, option, variable] = /variable: --([\w-]+) by (\w+)/.exec(formatHelp(command))!;
    expect(Object.keys(command.options)).toContain(option);
    expect(variable).toBe(variableOf(command, option!));
  });

  test.each(commands)("of $name fits into a terminal of 80 columns", (command) => {
    const lines = formatHelp(command, 80).split("\n");
    expect(lines.filter((line) => line.length > 80 && !command.notes?.includes(line))).toEqual([]);
  });

  test("has no variable that another command takes for a mistyped one of its own", () => {
    const namesOf = (spec: CommandSpec) =>
      Object.keys(spec.options).map((name) => variableOf(spec, name).replace("STORE_ORDERS_", ""));
    const all = new Set(commands.flatMap(namesOf));
    for (const names of commands.map(namesOf))
      for (const name of all)
        if (!names.includes(name)) expect(nearestName(name, names), name).toBeUndefined();
  });

  test("has options under headings, each before the first option that it names", () => {
    const grouped = formatHelp({ ...spec, groups: { Feed: "animals", Other: "name" } });
    const headings = grouped.split("\n").filter((line) => /^\S+:$/.test(line) || /^ {2}--/.test(line));
    expect(headings.map((line) => line.trim().split(" ")[0])).toEqual([
      "Feed:",
      "--animals",
      "--food-kind",
      "--place",
      "Other:",
      "--name",
      "--dry-run",
      "--help",
    ]);
    expect(grouped).toMatch(/Feed:\n {2}\[barn\]/);
  });

  test("of verify has each heading, before an existing option", () => {
    const { groups, options } = verifyCommand;
    expect(Object.values<string>(groups).filter((name) => !(name in options))).toEqual([]);
    const headings = formatHelp(verifyCommand).match(/^[A-Z][a-z ]+(?=:$)/gm);
    expect(headings).toEqual(Object.keys(groups));
  });
});
