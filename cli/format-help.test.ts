import { describe, expect, test } from "vitest";
import { fixturesCommand } from "./fixtures/fixtures-command.ts";
import { formatHelp } from "./format-help.ts";
import { initCommand } from "./init/init-command.ts";
import { mockCommand } from "./mock/mock-options.ts";
import { type CommandSpec, text, variableOf } from "./options.ts";
import { proxyCommand } from "./proxy/proxy-command.ts";
import { feedCommand as spec } from "./testing/feed-command.ts";
import { verifyCommand } from "./verify/verify-options.ts";

const { positional, ...withoutPositional } = spec;

describe("the help", () => {
  const help = formatHelp(spec);
  const lines = help.split("\n");

  test("has the purpose of the command, its usage, and each option", () => {
    expect(lines[0]).toBe("Feeds the animals.");
    expect(help).toContain("\nUsage: store-orders feed [barn] [options]\n");
    expect(formatHelp(withoutPositional)).toContain("\nUsage: store-orders feed [options]\n");
    for (const name of Object.keys(spec.options)) expect(help).toContain(`  --${name}`);
    expect(help).toContain("Who is fed. Repeatable.");
    expect(help).toContain("No animal goes hungry.");
  });

  test("has no brackets around an argument that must be given", () => {
    const required = formatHelp({ ...spec, positional: { ...positional!, isRequired: true } });
    expect(required).toContain("\nUsage: store-orders feed BARN [options]\n");
    expect(required).toMatch(/^ {2}BARN +Where they are\.$/m);
  });

  test.each([initCommand, verifyCommand, proxyCommand, mockCommand, fixturesCommand])(
    "of $name names a variable that the command has",
    (command: CommandSpec) => {
      const [, option, variable] = /variable: --([\w-]+) by (\w+)/.exec(formatHelp(command))!;
      expect(Object.keys(command.options)).toContain(option);
      expect(variable).toBe(variableOf(command, option!));
    },
  );

  test("is aligned", () => {
    const columns = lines
      .filter((line) => /^ {2}(?:--|\[)/.test(line))
      .map((line) => /^ {2}\S+(?: \S+)? {2,}/.exec(line)![0].length);
    expect(columns).toHaveLength(7);
    expect(new Set(columns).size).toBe(1);
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

  test("has no space at the end of a line, and ends with one newline", () => {
    expect(help).not.toMatch(/[ \t]$/m);
    expect(help).toMatch(/[^\n]\n$/);
  });

  test("of verify has each heading, before an existing option", () => {
    const { groups, options } = verifyCommand;
    expect(Object.values<string>(groups).filter((name) => !(name in options))).toEqual([]);
    const headings = formatHelp(verifyCommand).match(/^[A-Z][a-z ]+(?=:$)/gm);
    expect(headings).toEqual(Object.keys(groups));
  });

  test("names the environment variables, and says which of them are lists", () => {
    expect(help).toContain("environment variable: --animals by STORE_ORDERS_ANIMALS.");
    const withKey = { ...spec, options: { ...spec.options, "api-key": text("KEY", "The key.") } };
    expect(formatHelp(withKey)).toContain("environment variable: --api-key by STORE_ORDERS_API_KEY.");
    expect(help).toContain("a list with commas");
    const { name: __, ...single } = spec.options;
    expect(formatHelp({ ...spec, options: single })).not.toContain("a list with commas");
  });
});
