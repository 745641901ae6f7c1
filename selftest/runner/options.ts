/** The options of `npm run selftest`. */

import { parseArgs } from "node:util";
import { BadInput, quoteValue } from "../../base/bad-input.ts";

export interface SelftestOptions {
  readonly seed: number;
  /** Numbers of pairs, and of random servers of each kind. */
  readonly pairs: number;
  readonly random: number;
  readonly causes: boolean;
  /** Gives a run as few orders as it needs, and the calls that `verify` makes by default. */
  readonly isFew: boolean;
  /** Parts of the ids of the servers to judge. None: all. */
  readonly only: readonly string[];
}

const options = {
  seed: { type: "string" },
  pairs: { type: "string" },
  random: { type: "string" },
  causes: { type: "boolean" },
  few: { type: "boolean" },
} as const;

export const usage = `npm run selftest -- [options] [part of a server's id ...]

  --seed N     Draws other variants, pairs and random servers. Default: one of the clock.
  --pairs N    Judges N pairs of wrong servers, or of a wrong and a right one.
  --random N   Judges N random right servers and N random single faults. Default: 300.
  --causes     Measures whether causes name the mistakes of wrong servers, alone and two at once.
  --few        Gives each run 2 pending orders and 1 shipped, and the calls that verify makes by default.
`;

/** @throws {BadInput} with one line */
export function parseOptions(args: readonly string[], now: number): SelftestOptions {
  const { values, positionals } = parse(args);
  const read = (name: "seed" | "pairs" | "random", otherwise: number) => {
    const given = values[name] ?? String(otherwise);
    if (/^\d{1,9}$/.test(given)) return Number(given);
    const rule = "it must be a whole number of at most nine digits";
    throw new BadInput(`Cannot use --${name}: ${rule}, got ${quoteValue(given)}.`);
  };
  const { causes = false, few: isFew = false } = values;
  const [seed, pairs, random] = [read("seed", now % 2 ** 20), read("pairs", 0), read("random", 300)];
  return { seed, pairs, random, causes, isFew, only: positionals };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    // The parser's further sentences are about its own settings.
    const [fact = ""] = (error as Error).message.split(/[.\n]/, 1);
    throw new BadInput(`Cannot run the self-test: ${fact}. npm run selftest -- --help lists the options.`);
  }
}
