import { test } from "vitest";
import { expectNothingFails } from "../testing/judge-odd-recordings.ts";

const seed = Number(process.env.SEED ?? 2);
const runs = Number(process.env.RUNS ?? 400);

test(
  `none of ${runs} recordings of right servers fails a requirement (seed ${seed})`,
  { timeout: 600_000 },
  () => expectNothingFails({ seed, runs }),
);
