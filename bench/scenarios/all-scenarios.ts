import type { Scenario } from "../scenario.ts";
import { cancelScenario, mixtureScenario } from "./cancel.ts";
import { inProcessScenario } from "./in-process.ts";
import { listScenario } from "./list.ts";
import { millionScenario } from "./million.ts";
import { sizeScenario } from "./size.ts";
import { startScenario } from "./start.ts";
import { unauthorizedScenario } from "./unauthorized.ts";
import { variantsScenario } from "./variants.ts";
import { verifyScenario } from "./verify.ts";

/** Every scenario, in the order of the report. */
export const allScenarios: readonly Scenario[] = [
  listScenario(10, true),
  listScenario(1000, true),
  listScenario(100_000, false),
  mixtureScenario,
  cancelScenario,
  unauthorizedScenario,
  variantsScenario,
  startScenario(1000, true),
  startScenario(100_000, false),
  verifyScenario,
  inProcessScenario,
  sizeScenario,
  millionScenario,
];
