/** What `npm run bench` may be told. */

import { parseArgs } from "node:util";
import { BadInput, quoteValue, suggestName } from "../base/bad-input.ts";

export interface BenchOptions {
  readonly help: boolean;
  /** The limit and Prism only, few rounds; writes no files. */
  readonly quick: boolean;
  /** Names of the scenarios to run; undefined for all. */
  readonly only: readonly string[] | undefined;
  readonly rounds: number;
  /** A built cli.js to measure instead of the packed kit. */
  readonly cli: string | undefined;
}

export const benchHelp = `Measures the mock against its peers and against a bare node:http server.

Usage: npm run bench -- [options]

  --quick          The limit and Prism only, two rounds: under 90 s. Writes no files.
  --only SCENARIO  Run one scenario; repeatable. Writes no files.
  --rounds N       Rounds over all servers. Default: 5, with --quick 2.
  --cli FILE       Measure this built cli.js instead of the kit as npm packs it.
  --help           Print this help.

A full run takes about ten minutes and writes docs/measurements.md and docs/measurements.svg.
`;

/** @throws {BadInput} for anything unknown */
export function parseOptions(args: readonly string[], scenarios: readonly string[]): BenchOptions {
  const { values } = readArguments(args);
  for (const name of values.only ?? []) {
    if (!scenarios.includes(name))
      throw new BadInput(
        `Cannot run scenario ${quoteValue(name)}: there is none of that name. ${suggestName(name, scenarios)}`,
      );
  }
  const rounds = values.rounds ?? (values.quick ? "2" : "5");
  if (!/^[1-9]\d?$/.test(rounds))
    throw new BadInput(
      `Cannot use --rounds: it must be a whole number from 1 to 99, got ${quoteValue(rounds)}. Leave it out for 5.`,
    );
  return {
    help: values.help ?? false,
    quick: values.quick ?? false,
    only: values.only,
    rounds: Number(rounds),
    cli: values.cli,
  };
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        quick: { type: "boolean" },
        only: { type: "string", multiple: true },
        rounds: { type: "string" },
        cli: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    const [fact = ""] = (error as Error).message.split(". ");
    throw new BadInput(`Cannot run the bench: ${fact}. Run npm run bench -- --help for the options.`);
  }
}
