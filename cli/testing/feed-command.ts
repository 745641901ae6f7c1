import type { CommandSpec } from "../command-spec.ts";
import { choice, flag, helpOption, integer, list, text } from "../options.ts";

/** A command with an option of each kind. */
export const feedCommand: CommandSpec = {
  name: "feed",
  summary: "Feeds the animals.",
  positional: { name: "barn", help: "Where they are." },
  options: {
    animals: integer("N", [0, 9], "How many."),
    "food-kind": text("KIND", "What they get."),
    place: choice(["inside", "outside"], "Where they get it."),
    name: list("NAME", "Who is fed."),
    "dry-run": flag("Feed no animal."),
    ...helpOption,
  },
  notes: ["No animal goes hungry."],
};
