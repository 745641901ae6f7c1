/**
 * Prints how well causes tell the mistakes of wrong servers:
 * `node selftest/independent/causes/run-causes.ts [--pairs=N] [--seed=N] [--few]`.
 */

import { brokenServers } from "../../broken/broken-servers.ts";
import { few, plenty } from "../dialect.ts";
import { drawPairs, formatFigures, measureCauses } from "./cause-figures.ts";

const args = process.argv.slice(2).join(" ");
const option = (name: string, otherwise: number) =>
  Number(new RegExp(`--${name}=(\\d+)`).exec(args)?.[1] ?? otherwise);
const seed = option("seed", 1);
const supply = args.includes("--few") ? "few" : "plenty";
const print = (line: string) => void process.stdout.write(`${line}\n`);

const figures = await measureCauses({
  singles: brokenServers,
  pairs: drawPairs(option("pairs", 330), seed),
  supply: supply === "few" ? few : plenty,
});
for (const remark of figures.remarks) print(remark);
print(`Causes, ${supply} orders, seed ${seed}:`);
print(formatFigures(figures));
