/** `npm run selftest`: judges servers that are known to be wrong or right. Exit code 1 when a set is not fine. */

import { BadInput } from "../base/bad-input.ts";
import { parseOptions, usage } from "./runner/options.ts";

const print = (text: string) => void process.stdout.write(text);

async function run(args: readonly string[]): Promise<number> {
  if (args.includes("--help")) {
    print(usage);
    return 0;
  }
  const options = parseOptions(args, Date.now());
  // Loaded after the options are read: a mistyped one is answered at once.
  const { formatRemarks, formatTable } = await import("./runner/format-table.ts");
  const sets = await import("./runner/sets.ts");
  const { causes, only, pairs, seed } = options;
  const drawn = only.length > 0 ? 0 : options.random;
  const random = await import("./random/judge-random.ts");
  const draw = { seed, runs: drawn };
  const work = [
    () => sets.judgeNamedWrong(options),
    () => sets.judgeNamedRight(options),
    ...(drawn > 0 ? [() => random.judgeRandomRight(draw)] : []),
    ...(drawn > 0 ? [() => random.judgeRandomFaults(draw)] : []),
    () => sets.judgeIndependent(options),
    ...(pairs > 0 ? [() => sets.judgePairs(pairs, options)] : []),
    ...(causes ? [() => sets.judgeCauses(options)] : []),
  ];
  const results = [];
  for (const judge of work) {
    const startedAt = performance.now();
    const result = await judge();
    if (result.servers === 0) continue;
    print(formatRemarks(result));
    results.push({ ...result, ms: performance.now() - startedAt });
  }
  print(formatTable(results, seed));
  return results.every(({ isFine }) => isFine) ? 0 : 1;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof BadInput)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
