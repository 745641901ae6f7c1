import { describe, expect, test } from "vitest";
import { BadInput } from "../base/bad-input.ts";
import { type Environment, parseCommandLine } from "./command-line.ts";
import {
  type CommandSpec,
  choice,
  environmentName,
  flag,
  helpOption,
  integer,
  list,
  text,
} from "./options.ts";

const spec: CommandSpec = {
  name: "feed",
  summary: "Feeds the animals.",
  positional: { name: "barn", help: "Where they are." },
  options: {
    animals: integer("N", 0, 9, "How many."),
    "food-kind": text("KIND", "What they get."),
    place: choice("WORD", ["inside", "outside"], "Where they get it."),
    name: list("NAME", "Who is fed."),
    "dry-run": flag("Feed nobody."),
    help: helpOption,
  },
  notes: ["Nobody goes hungry."],
};
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
  test("stand after an option or after its equals sign", () => {
    expect(parse(["--food-kind", "hay"]).values.foodKind).toBe("hay");
    expect(parse(["--food-kind=hay"]).values.foodKind).toBe("hay");
    expect(parse(["--food-kind=a=b"]).values.foodKind).toBe("a=b");
  });

  test("may be negative, or begin with a dash after an equals sign", () => {
    expect(parse(["--food-kind", "-5"]).values.foodKind).toBe("-5");
    expect(parse(["--food-kind=--hay"]).values.foodKind).toBe("--hay");
  });

  test("of an option given twice are those of the last one", () => {
    expect(parse(["--animals", "1", "--animals=2"]).values.animals).toBe(2);
  });

  test("of a repeatable option are all kept, in order", () => {
    const line = parse(["--name", "Ada", "--name=Bo,Cy", "--name", "Ada"]);
    expect(line.values.name).toEqual(["Ada", "Bo,Cy", "Ada"]);
  });

  test("that are not given are absent", () => {
    const line = parse([]);
    expect(line.positional).toBeUndefined();
    expect(line.values.foodKind).toBeUndefined();
    expect(line.values.animals).toBeUndefined();
    expect(line.values.place).toBeUndefined();
    expect(line.values.name).toEqual([]);
    expect(line.values.dryRun).toBe(false);
  });

  test("may stand before, between and after the argument", () => {
    const line = parse(["--animals", "3", "north", "--dry-run"]);
    expect(line.positional).toBe("north");
    expect(line.values.animals).toBe(3);
    expect(line.values.dryRun).toBe(true);
  });

  test("end at a double dash: what follows is the argument", () => {
    expect(parse(["--dry-run", "--", "--north"]).positional).toBe("--north");
  });

  test("are whole numbers up to and with their bounds, or words of a choice", () => {
    expect(parse(["--animals", "0"]).values.animals).toBe(0);
    expect(parse(["--animals", "9"]).values.animals).toBe(9);
    expect(parse(["--place", "outside"]).values.place).toBe("outside");
  });

  test("-h asks for help as --help does", () => {
    expect(parse(["-h"]).values.help).toBe(true);
  });
});

describe("an environment twin", () => {
  test("is named after its option", () => {
    expect(environmentName("food-kind")).toBe("STORE_ORDERS_FOOD_KIND");
  });

  test("stands in for an option that is not given, and gives way to one that is", () => {
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

  test("of the argument is refused where it is empty, as is an empty argument", () => {
    const named = { ...spec, positional: { name: "barn", help: "Where.", variable: "STORE_ORDERS_BARN" } };
    const empty = { STORE_ORDERS_BARN: "" };
    expect(refusal(() => parse([], empty, named).positional)).toContain("STORE_ORDERS_BARN: it is empty.");
    expect(parse(["north"], empty, named).positional).toBe("north");
    expect(refusal(() => parse([""]))).toContain("the barn is empty");
  });

  test("that is empty counts as not set", () => {
    const line = parse([], { STORE_ORDERS_FOOD_KIND: "", STORE_ORDERS_NAME: "", STORE_ORDERS_DRY_RUN: "" });
    expect(line.values.foodKind).toBeUndefined();
    expect(line.values.name).toEqual([]);
    expect(line.values.dryRun).toBe(false);
  });

  test.each([
    ["1", true],
    ["true", true],
    ["yes", true],
    ["0", false],
    ["false", false],
    ["No", false],
  ])("of a switch is on or off: %s is %s", (value, on) => {
    expect(parse([], { STORE_ORDERS_DRY_RUN: value }).values.dryRun).toBe(on);
    expect(parse(["--dry-run"], { STORE_ORDERS_DRY_RUN: value }).values.dryRun).toBe(true);
  });

  test("is held to the same bounds, and named as the option in a refusal", () => {
    const line = parse([], { STORE_ORDERS_ANIMALS: "many" });
    expect(refusal(() => line.values.animals)).toContain(
      'STORE_ORDERS_ANIMALS: it must be a whole number from 0 to 9, got "many".',
    );
  });
});

describe("a refusal", () => {
  test.each<[string, string[], string]>([
    [
      "an option that is near another",
      ["--food-knid", "hay"],
      "there is no option --food-knid. Did you mean --food-kind?",
    ],
    ["an option that is near none", ["--xyzzy"], "there is no option --xyzzy. Run store-orders feed --help"],
    [
      "an option named like a member of every object",
      ["--constructor", "1"],
      "there is no option --constructor",
    ],
    ["a letter", ["-n", "3"], "there is no option -n."],
    ["an option without its value", ["--animals"], "Cannot use --animals: it needs a value, N."],
    [
      "an option where another follows",
      ["--animals", "--dry-run"],
      "Cannot use --animals: it needs a value, N.",
    ],
    [
      "an empty value, as an unset variable leaves it",
      ["--food-kind", ""],
      "--food-kind: it needs a value, KIND.",
    ],
    ["an empty value after an equals sign", ["--food-kind="], "--food-kind: it needs a value, KIND."],
    ["a value on a switch", ["--dry-run=no"], 'Cannot use --dry-run: it takes no value, got "no".'],
    ["a second argument", ["north", "south"], 'unexpected argument "south". Run store-orders feed --help'],
  ])("meets %s", (_name, args, fragment) => {
    expect(refusal(() => parse(args))).toContain(fragment);
  });

  test("meets any argument of a command that takes none", () => {
    expect(refusal(() => parse(["north"], {}, withoutPositional))).toContain('unexpected argument "north"');
  });

  test.each(["-1", "10", "1.5", "1e0", "0x1", " 1", "1 ", "one", "99999999999999999999", "١"])(
    "meets %j where a whole number from 0 to 9 belongs",
    (text) => {
      const line = parse([`--animals=${text}`]);
      expect(refusal(() => line.values.animals)).toMatch(/whole number from 0 to 9, got "/);
    },
  );

  test("meets a word that is not among the choice, whatever its case", () => {
    const line = parse(["--place", "Inside"]);
    expect(refusal(() => line.values.place)).toContain('one of inside, outside, got "Inside".');
  });
});

describe("a value that cannot be used is blamed", () => {
  const numbers: CommandSpec = {
    name: "feed",
    summary: "",
    options: { hay: integer("N", 0, 9, ""), key: list("KEY", "") },
  };

  test("on the option, the variable or the file where it stands", () => {
    const read = (...given: Parameters<typeof parseCommandLine>) =>
      refusal(() => parseCommandLine(...given).values.hay);
    expect(read(numbers, ["--hay=x"], {})).toContain("Cannot use --hay: ");
    expect(read(numbers, [], { STORE_ORDERS_HAY: "x" })).toContain("Cannot use STORE_ORDERS_HAY: ");
  });

  test("on a list of commas without a value between them", () => {
    expect(refusal(() => parse([], { STORE_ORDERS_KEY: ",, ," }, numbers).values.key)).toMatch(
      /^Cannot use STORE_ORDERS_KEY: there is nothing between its commas/,
    );
  });
});
