import { expect, test } from "vitest";
import type { SuiteOptions } from "../../conformance/run-suite.ts";
import { actsLater } from "../broken/before-key.ts";
import { serversOf } from "../broken/broken-server.ts";
import { brokenServers, moreBrokenServers } from "../broken/broken-servers.ts";
import { takesAnother } from "../broken/cancels.ts";
import { readsBeginning } from "../broken/order-ids.ts";
import { oddServers } from "../right/right-servers.ts";
import { rightWireServers } from "../sockets/right-wire.ts";
import { wrongWireServers } from "../sockets/wrong-wire.ts";
import { sampleOf } from "../testing/sample-of.ts";
import { judgeAll } from "./judge-subjects.ts";
import {
  everything,
  formatResult,
  type Judged,
  judgeInProcess,
  judgeServed,
  type Supply,
} from "./judge-variant.ts";
import { knownMisses } from "./known-misses.ts";
import { type Row, rightRows, wireRows, wrongRows } from "./sets.ts";
import { countedVariant, drawVariant, mixedVariant } from "./variant.ts";

// Many runs over ports, on a machine that may be busy.
const timeout = 300_000;
/** All of them take minutes: `npm run selftest`, also with `-- --few`. */
const sizes = { odd: 6, rightWire: 6, wrong: 20, wrongWire: 6, late: 8 };
const seed = Number(process.env.SELFTEST_SEED ?? 1);

/** Servers whose outcome is another, a line each. */
async function unlike(outcomes: RegExp, rows: readonly Row[], judged: (index: number) => Judged) {
  const judgements = await judgeAll(rows, (row, index) => judgeServed({ ...row, ...judged(index) }));
  return judgements.flatMap(({ subject, outcome, excess, error = "" }) =>
    outcomes.test(outcome)
      ? []
      : [`${subject.id}: ${outcome} ${error}${excess.map(formatResult).join("; ")}`],
  );
}
const drawn = (index: number) => ({ variant: drawVariant(seed, index) });

test.each<[Supply, SuiteOptions]>([
  ["many", everything],
  ["few", {}],
])(
  `no right server in a variant is blamed with %s orders (SELFTEST_SEED=${seed})`,
  { timeout },
  async (supply, options) => {
    const odd = rightRows(oddServers.filter(({ isSlow }) => !isSlow));
    const wire = wireRows(rightWireServers.filter(({ id }) => supply === "many" || !/slow/.test(id)));
    const stream = seed + (supply === "many" ? 8 : 2);
    const rows = [...sampleOf(odd, sizes.odd, stream), ...sampleOf(wire, sizes.rightWire, stream)];
    expect(await unlike(/not blamed/, rows, (index) => ({ ...drawn(index), supply, options }))).toEqual([]);
  },
);

test(`nine of ten wrong servers in variants are caught, and each is blamed for its mistake alone (SELFTEST_SEED=${seed})`, {
  timeout,
}, async () => {
  const rows = wrongRows(sampleOf(brokenServers, sizes.wrong, seed));
  const judged = (index: number): Judged => ({ ...drawn(index), supply: "many" });
  const missed = await unlike(/^caught$/, rows, judged);
  expect(missed.filter((line) => !/: missed/.test(line))).toEqual([]);
  expect(missed.length, missed.join("\n")).toBeLessThanOrEqual(sizes.wrong / 10);
});

test("a wrong server on a socket is blamed for its mistake alone", { timeout }, async () => {
  // One of them makes a run wait again and again; the self-test waits less, and judges all of them.
  const quick = wireRows(wrongWireServers.filter(({ id }) => !/hangs/.test(id)));
  const rows = sampleOf(quick, sizes.wrongWire, seed);
  expect(await unlike(/^caught$/, rows, () => ({ variant: mixedVariant, supply: "many" }))).toEqual([]);
});

const delays = [20, 60, 90, 120, 150, 200, 250, 300];
const late = delays.flatMap((ms) => [
  // An order that a refused cancel takes late is gone, now and then just when another is cancelled.
  ...serversOf(
    /^authentication\/|^list-orders\/all-orders$|^cancel-order\/(?:no-other-effect|only-that-order|pending)$/,
    { "authentication/refused-cancel-has-no-effect": actsLater(ms) },
  ),
  ...serversOf(/^order-id\/|^cancel-order\/no-other-effect$/, {
    "order-id/resembling-has-no-effect": readsBeginning(ms),
  }),
  ...serversOf(/^cancel-order\/(?:no-other-effect|only-that-order)$/, {
    "cancel-order/no-other-effect": {
      ...takesAnother(1, ms),
      ...takesAnother(2, ms),
      ...takesAnother(3, ms),
    },
  }),
]);
const twelve: Judged = { variant: countedVariant, supply: "dozen" };

test("effects that come up to 300 ms late are blamed on the server's mistake alone", {
  timeout,
}, async () => {
  const rows = wrongRows(sampleOf(late, sizes.late, seed));
  expect(await unlike(/^caught$/, rows, () => twelve)).toEqual([]);
});

test("wrong servers that show only in a whole run over a port are caught there", { timeout }, async () => {
  const rows = wrongRows(moreBrokenServers);
  expect(await unlike(/^caught$/, rows, () => ({ variant: mixedVariant, supply: "many" }))).toEqual([]);
});

test("a later order that is cancelled late is found with a --settle of that length", {
  timeout,
}, async () => {
  const rows = wrongRows(
    serversOf(/^cancel-order\//, {
      "cancel-order/no-other-effect": { ...takesAnother(1, 800), ...takesAnother(4, 600) },
    }),
  );
  const options = { ...everything, settleMs: 1200 };
  expect(await unlike(/^caught$/, rows, () => ({ ...twelve, options }))).toEqual([]);
});

test.concurrent.for(knownMisses)("$id is a known miss: $description", async ({ row: build }, { expect }) => {
  const report = await judgeInProcess({ variant: mixedVariant, builds: [build], supply: "many" });
  expect(report.counts.failed).toBe(0);
});
