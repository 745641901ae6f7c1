import { describe, expect, test } from "vitest";
import type { Report } from "../../conformance/report/report.ts";
import { actsLater } from "../broken/before-key.ts";
import { type BrokenServer, blamedBy } from "../broken/broken-server.ts";
import { brokenServers, moreBrokenServers } from "../broken/broken-servers.ts";
import { takesAnother } from "../broken/cancel-effects.ts";
import { readsBeginning } from "../broken/order-ids.ts";
import { sampleOf } from "../mutants/random-requests.ts";
import { oddServers } from "../right/right-servers.ts";
import { everything } from "../selftest.ts";
import { rightWireServers } from "../sockets/right-wire.ts";
import { wrongWireServers } from "../sockets/wrong-wire.ts";
import {
  countedDialect,
  drawDialect,
  failuresOf,
  few,
  judgeInProcess,
  judgeServed,
  plainDialect,
  plenty,
} from "./dialect.ts";
import { slips } from "./slips.ts";

// Many at once, each a whole run, on a machine that may be busy.
const timeout = 60_000;
/** All of them take minutes: `npm run selftest:independent`, also with `-- --few`. */
const sizes = { odd: 16, wire: 24, wrong: 60, wrongWire: 24, late: 12 };
const seed = Number(process.env.INDEPENDENT_SEED ?? 1);

const failures = (report: Report) => failuresOf(report).map(({ id, reason }) => `${id}: ${reason}`);
/** What is blamed on a server, and cannot be due to it. */
const excess = (report: Report, { blames }: Pick<BrokenServer, "blames">) =>
  failures(report).filter((blame) => !blames.test(blame.split(":")[0]!));

describe.each([
  ["many", plenty, everything],
  ["few", few, {}],
] as const)(`right servers with %s orders (INDEPENDENT_SEED=${seed})`, (_name, supply, options) => {
  const right = sampleOf(
    oddServers.filter(({ isSlow }) => !isSlow),
    sizes.odd,
    seed + supply.pending,
  );
  test.concurrent.for(right)("$id is not blamed: $description", { timeout }, async (server, { expect }) => {
    const judged = {
      dialect: drawDialect(seed, oddServers.indexOf(server)),
      builds: [server.build],
      right: server,
    };
    expect(failures(await judgeServed({ ...judged, supply, options }))).toEqual([]);
  });
  const quick = rightWireServers.filter(({ id }) => supply === plenty || !/slow/.test(id));
  test.concurrent.for(sampleOf(quick, sizes.wire, seed + supply.pending))(
    "$id is not blamed: $description",
    { timeout },
    async (wire, { expect }) => {
      const dialect = drawDialect(seed, rightWireServers.indexOf(wire));
      expect(failures(await judgeServed({ dialect, wire, supply, options }))).toEqual([]);
    },
  );
});

test(`of the wrong servers, each in a dialect, nine of ten are caught and none is blamed for another mistake (INDEPENDENT_SEED=${seed})`, async () => {
  const queue = [...sampleOf(brokenServers, sizes.wrong, seed)];
  const slipped: string[] = [];
  const work = async () => {
    for (let server = queue.shift(); server; server = queue.shift()) {
      const dialect = drawDialect(seed, brokenServers.indexOf(server));
      const report = await judgeServed({ dialect, builds: [server.build] });
      expect({ id: server.id, excess: excess(report, server) }).toEqual({ id: server.id, excess: [] });
      if (report.counts.failed + report.counts.warned === 0) slipped.push(server.id);
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
  expect(slipped.length, slipped.join(", ")).toBeLessThanOrEqual(sizes.wrong / 10);
}, 300_000);

/** One of them makes a run wait, again and again; the self-test waits less, and judges all of them. */
const quickWire = wrongWireServers.filter(({ id }) => !/hangs/.test(id));
test.concurrent.for(sampleOf(quickWire, sizes.wrongWire, seed))(
  "$id is blamed for what it is alone",
  { timeout },
  async (wire, { expect }) => {
    const report = await judgeServed({ dialect: plainDialect, wire });
    expect(failures(report)).not.toEqual([]);
    expect(excess(report, wire)).toEqual([]);
  },
);

const delays = [20, 60, 90, 120, 150, 200, 250, 300];
const late = delays.flatMap((ms) => [
  // What an earlier refused cancel did late is seen as an order that is gone, now and then just when another is cancelled.
  ...blamedBy(
    /^authentication\/|^list-orders\/all-orders$|^cancel-order\/(?:no-other-effect|only-that-order|pending)$/,
    [actsLater(ms)],
  ),
  ...blamedBy(/^order-id\/|^cancel-order\/no-other-effect$/, [readsBeginning(ms)]),
  ...blamedBy(
    /^cancel-order\/(?:no-other-effect|only-that-order)$/,
    [1, 2, 3].map((step) => takesAnother(step, ms)),
  ),
]);
const twelve = { dialect: countedDialect, supply: { pending: 12, shipped: 2 } };
// Half a second is waited for it: what is nearer to that is a race.
test.concurrent.for([
  ...moreBrokenServers.map((server) => ({ ...server, judged: { dialect: plainDialect } })),
  ...sampleOf(late, sizes.late, seed).map((server) => ({ ...server, judged: twelve })),
])("$id is blamed for what it is: $description", { timeout }, async (server, { expect }) => {
  const report = await judgeServed({ ...server.judged, builds: [server.build] });
  expect(failures(report)).not.toEqual([]);
  expect(excess(report, server)).toEqual([]);
});

test.concurrent.for([
  [1, 800],
  [4, 600],
] as const)(
  "an order %i further on, cancelled %i ms later, is found where --settle is as long",
  { timeout },
  async ([step, ms], { expect }) => {
    const [server] = blamedBy(/^cancel-order\//, [takesAnother(step, ms)]);
    const options = { ...everything, settleMs: 1200 };
    const report = await judgeServed({ ...twelve, builds: [server!.build], options });
    expect(failures(report)).not.toEqual([]);
    expect(excess(report, server!)).toEqual([]);
  },
);

test.concurrent.for(slips)("$id is known to slip: $why", async ({ build }, { expect }) => {
  expect(failures(await judgeInProcess({ dialect: plainDialect, builds: [build] }))).toEqual([]);
});
