import { describe, expect, test } from "vitest";
import { BadInput } from "../base/bad-input.ts";
import { type Environment, parseCommandLine } from "./command-line.ts";
import type { CommandSpec } from "./command-spec.ts";
import { text } from "./options.ts";
import { feedCommand as spec } from "./testing/feed-command.ts";

const { positional: _, ...withoutPositional } = spec;

const parse = (args: readonly string[], env: Environment = {}, command: CommandSpec = spec) =>
  parseCommandLine(command, args, env);

function refusal(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    expect(error).toBeInstanceOf(BadInput);
    return (error as Error).message;
  }
  return expect.fail("It was not refused.");
}

describe("values", () => {
  test.each<[string, string[], string, unknown]>([
    ["be after an option", ["--food-kind", "hay"], "foodKind", "hay"],
    ["be after its equals sign", ["--food-kind=hay"], "foodKind", "hay"],
    ["may have an equals sign", ["--food-kind=a=b"], "foodKind", "a=b"],
    ["may be negative", ["--food-kind", "-5"], "foodKind", "-5"],
    ["may begin with dashes after an equals sign", ["--food-kind=--hay"], "foodKind", "--hay"],
    ["are those of the last option", ["--animals", "1", "--animals=2"], "animals", 2],
    ["of a repeatable option are all kept", ["--name", "Ada", "--name=Bo,Cy"], "name", ["Ada", "Bo,Cy"]],
    ["go up to their bound", ["--animals", "9"], "animals", 9],
    ["are words of a choice", ["--place", "outside"], "place", "outside"],
    ["of -h are those of --help", ["-h"], "help", true],
    ["without their option are absent", [], "place", undefined],
    ["of a list without its option are none", [], "name", []],
    ["of a switch without its option are off", [], "dryRun", false],
  ])("%s: %j", (_name, args, name, value) => {
    expect((parse(args).values as Record<string, unknown>)[name]).toEqual(value);
  });

  test("may be before and after the argument, which may follow a double dash", () => {
    const line = parse(["--animals", "3", "north", "--dry-run"]);
    expect([line.positional, line.values.animals, line.values.dryRun]).toEqual(["north", 3, true]);
    expect(parse(["--dry-run", "--", "--north"]).positional).toBe("--north");
    expect(parse([]).positional).toBeUndefined();
  });
});

describe("an environment twin", () => {
  test("is used for an option that is not given, and gives way to one that is", () => {
    const env = { STORE_ORDERS_FOOD_KIND: "oats", STORE_ORDERS_NAME: "Ada,Bo" };
    expect(parse([], env).values.foodKind).toBe("oats");
    expect(parse(["--food-kind", "hay"], env).values.foodKind).toBe("hay");
    expect(parse(["--name", "Cy"], env).values.name).toEqual(["Cy"]);
  });

  test("of a repeatable option holds a list with commas", () => {
    expect(parse([], { STORE_ORDERS_NAME: "Ada, Bo,,Cy," }).values.name).toEqual(["Ada", "Bo", "Cy"]);
    expect(parse([], { STORE_ORDERS_FOOD_KIND: "hay,oats" }).values.foodKind).toBe("hay,oats");
  });

  test("may have a name of its own", () => {
    const own = { ...spec, options: { name: text("NAME", "Who.", { variable: "BARN_NAME" }) } };
    expect(parse([], { BARN_NAME: "Ada", STORE_ORDERS_NAME: "Bo" }, own).values.name).toBe("Ada");
    expect(parse([], { STORE_ORDERS_NAME: "Bo" }, own).values.name).toBeUndefined();
  });

  test("for the argument is refused where it is empty, like an empty argument", () => {
    const named = { ...spec, positional: { name: "barn", help: "Where.", variable: "STORE_ORDERS_BARN" } };
    const empty = { STORE_ORDERS_BARN: "" };
    expect(refusal(() => parse([], empty, named).positional)).toContain("STORE_ORDERS_BARN: it is empty.");
    expect(parse(["north"], empty, named).positional).toBe("north");
    expect(parse(["--help"], empty, named).values.help).toBe(true);
    expect(refusal(() => parse([""]))).toContain("the barn is empty");
  });

  test("that is empty counts as not set", () => {
    const line = parse([], { STORE_ORDERS_FOOD_KIND: "", STORE_ORDERS_NAME: "", STORE_ORDERS_DRY_RUN: "" });
    expect(line.values.foodKind).toBeUndefined();
    expect(line.values.name).toEqual([]);
    expect(line.values.dryRun).toBe(false);
  });

  test("of a switch is one of a few words", () => {
    const read = (word: string, ...args: string[]) =>
      parse(args, { STORE_ORDERS_DRY_RUN: word }).values.dryRun;
    for (const word of ["1", "true", "yes", "ON "]) expect(read(word), word).toBe(true);
    for (const word of ["0", "false", "No", "off"]) expect(read(word), word).toBe(false);
    expect(read("off", "--dry-run")).toBe(true);
    for (const word of ["of", "2", "constructor"])
      expect(refusal(() => read(word))).toMatch(/^Cannot use STORE_ORDERS_DRY_RUN: it must be one of true, /);
  });

  test("has the same limits as its option, and is named in a refusal", () => {
    const read = () => parse([], { STORE_ORDERS_ANIMALS: "many" }).values.animals;
    expect(refusal(read)).toContain(
      'STORE_ORDERS_ANIMALS: it must be a whole number from 0 to 9, got "many".',
    );
  });
});

describe("a refusal", () => {
  test.each<[string, string[], string]>([
    ["an option that is near another", ["--food-knid"], "no option --food-knid. Did you mean --food-kind?"],
    ["an option that is near none", ["--xyzzy"], "there is no option --xyzzy. Run store-orders feed --help"],
    ["a member of every object", ["--constructor", "1"], "there is no option --constructor"],
    ["a letter", ["-n", "3"], "there is no option -n."],
    ["an option without its value", ["--animals"], "Cannot use --animals: it needs a value, N."],
    ["an option where another follows", ["--animals", "--dry-run"], "--animals: it needs a value, N."],
    ["an empty value, as of an unset variable", ["--food-kind", ""], "--food-kind: it needs a value, KIND."],
    ["an empty value after an equals sign", ["--food-kind="], "--food-kind: it needs a value, KIND."],
    ["a value on a switch", ["--dry-run=no"], 'Cannot use --dry-run: it takes no value, got "no".'],
    ["a second argument", ["north", "south"], 'unexpected argument "south". Run store-orders feed --help'],
  ])("of %s", (_name, args, fragment) => {
    expect(refusal(() => parse(args))).toContain(fragment);
  });

  test("of any argument of a command without arguments", () => {
    expect(refusal(() => parse(["north"], {}, withoutPositional))).toContain('unexpected argument "north"');
  });

  test("of a text in place of a whole number from 0 to 9", () => {
    for (const text of ["-1", "10", "1.5", "1e0", "0x1", " 1", "one", "١"])
      expect(refusal(() => parse([`--animals=${text}`]).values.animals)).toContain(
        `from 0 to 9, got "${text}"`,
      );
  });

  test("of a word that is not one of the choices, whatever its case", () => {
    const line = parse(["--place", "Inside"]);
    expect(refusal(() => line.values.place)).toContain('one of inside, outside, got "Inside".');
  });
});

test("a list of nothing but commas is refused with the variable that it comes from", () => {
  expect(refusal(() => parse([], { STORE_ORDERS_NAME: ",, ," }).values.name)).toMatch(
    /^Cannot use STORE_ORDERS_NAME: there is nothing between its commas/,
  );
});
