import { beforeAll, describe, expect, test } from "vitest";
import { callFacts } from "../../conformance/causes/call-facts.ts";
import { findCauses, mistakesOf } from "../../conformance/causes/find-causes.ts";
import { featureMistakesOf } from "../../conformance/causes/likely-mistakes/features.ts";
import { kindNames } from "../../conformance/causes/symptom-kinds.ts";
import type { Exchange } from "../../conformance/evidence/exchange.ts";
import { givenIds } from "../../conformance/evidence/given-orders.ts";
import { type History, Recorder } from "../../conformance/evidence/history.ts";
import type { Report } from "../../conformance/report/report.ts";
import { formatTerminal } from "../../conformance/report/reporters/terminal.ts";
import { allRequirements } from "../../conformance/requirements/all-requirements.ts";
import { defaultApiKey } from "../../mocks/mock-options.ts";
import { brokenServers } from "../broken/broken-servers.ts";
import { judgeInProcess } from "../runner/judge-variant.ts";
import { runAll } from "../runner/run-all.ts";
import { drawPairs, measureCauses } from "./cause-figures.ts";

interface Run {
  readonly id: string;
  readonly report: Report;
  readonly history: History;
  readonly apiKey: string;
}

/** Judges a server as verify does by default, and keeps what was said. */
async function judge({ id, build }: (typeof brokenServers)[number]): Promise<Run> {
  const recorder = new Recorder(defaultApiKey);
  const kept: Exchange[] = [];
  const report = await judgeInProcess({
    builds: [build],
    onGiven(orders) {
      for (const exchange of kept.splice(0)) recorder.record(exchange);
      recorder.give(orders, performance.now());
    },
    options: { onExchange: (exchange) => void kept.push(exchange) },
  });
  for (const exchange of kept) recorder.record(exchange);
  return { id, report, history: recorder.history, apiKey: defaultApiKey };
}

/** A quarter of them; the command has all. */
const sample = brokenServers.filter((_, index) => index % 4 === 1);

describe("causes of named wrong servers", () => {
  let runs: readonly Run[] = [];
  beforeAll(async () => {
    runs = await runAll(sample, judge);
  }, 600_000);
  const failing = () => runs.filter(({ report }) => report.counts.failed > 0);

  test("each failed requirement has exactly one cause, and each cause a requirement", () => {
    for (const { report } of failing()) {
      const failed = report.results.filter(({ outcome }) => outcome === "failed");
      expect(report.causes.flatMap(({ requirements }) => requirements).toSorted()).toEqual(
        failed.map(({ id }) => id).toSorted(),
      );
      const ids = report.causes.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const { cause } of failed) expect(ids).toContain(cause);
    }
  });

  test("one mistake gives one cause in 93 of 100 servers", () => {
    const single = failing().filter(({ report }) => report.causes.length === 1).length;
    expect(single / failing().length).toBeGreaterThanOrEqual(0.93);
  });

  test("one cause takes at most 45 lines of a terminal, two at most 70", () => {
    const long = failing().flatMap(({ id, report }) => {
      const lines = formatTerminal(report, (_format, text) => text).split("\n").length - 1;
      const most = report.causes.length === 1 ? 45 : 70;
      return report.causes.length < 3 && lines > most ? [`${id}: ${lines} lines`] : [];
    });
    expect(long).toEqual([]);
  });

  test("no call contradicts a likely mistake that is named", () => {
    let named = 0;
    for (const { id, report, history, apiKey } of failing()) {
      const failed = new Set(report.causes.flatMap(({ requirements }) => requirements));
      const failures = allRequirements
        .filter((requirement) => failed.has(requirement.id))
        .map((requirement) => ({ id: requirement.id, contradictions: requirement.breaks(history) }));
      const suspects = new Set(
        failures.flatMap(({ contradictions }) => contradictions.map(({ exchange }) => exchange)),
      );
      const facts = callFacts(
        history,
        new Set(history.calls.filter(({ exchange }) => suspects.has(exchange))),
      );
      const input = { apiKey, given: givenIds(history.given) };
      for (const { likely, failing: wrong, passing } of findCauses(history, failures, apiKey)) {
        for (const { text } of likely) {
          named++;
          const all = [
            ...kindNames.flatMap((kind) => mistakesOf([kind], facts)),
            ...featureMistakesOf(facts),
          ];
          const variants = all.filter((mistake) => mistake.text === text);
          const isRight = variants.some(({ shows }) =>
            facts.every((each) => {
              const predicted =
                wrong.includes(each.call.exchange) || passing.includes(each.call.exchange)
                  ? shows(each, input)
                  : undefined;
              return predicted === undefined || predicted === wrong.includes(each.call.exchange);
            }),
          );
          expect(isRight, `${id}: ${text}`).toBe(true);
        }
      }
    }
    expect(named).toBeGreaterThan(25);
  }, 120_000);
});

// Few servers are a coarse measure, on a machine that may be busy: the command prints what all of them give.
test("a sample of servers by other authors has similar figures", async () => {
  const singles = brokenServers.filter((_, index) => index % 9 === 0);
  const { asOne, right, named, pairs, asTwo, most, ...counts } = await measureCauses({
    singles,
    pairs: drawPairs(24, 5),
  });
  expect(asOne / counts.singles).toBeGreaterThanOrEqual(0.93);
  expect(named / counts.singles).toBeGreaterThanOrEqual(0.5);
  expect(right / named).toBeGreaterThanOrEqual(0.8);
  expect(asTwo / pairs).toBeGreaterThanOrEqual(0.7);
  expect(most).toBeLessThanOrEqual(4);
}, 300_000);
