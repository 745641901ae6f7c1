import fc from "fast-check";
import { expect, test } from "vitest";
import type { TrafficOptions } from "../judge-traffic.ts";
import { createCallJudge } from "./judge-calls.ts";
import { passTraffic, type RightTraffic, rightTraffic } from "./right-traffic.ts";

/** Each run draws the same histories; TRAFFIC_SEED draws others. */
const seed = Number(process.env.TRAFFIC_SEED ?? 1);
const withoutOthers = rightTraffic.filter(({ hasOthers }) => !hasOthers);

/** @param count number of random histories of right servers in each of four settings */
export function testRightTraffic(count: number): void {
  test.each<[string, typeof rightTraffic, (traffic: RightTraffic) => Partial<TrafficOptions>]>([
    ["with other clients", rightTraffic, () => ({})],
    ["with known orders", withoutOthers, ({ given }) => ({ given })],
    ["without other clients", withoutOthers, () => ({ isAllTraffic: true })],
    ["with known orders and no other clients", withoutOthers, ({ given }) => ({ given, isAllTraffic: true })],
  ])(
    `traffic of a right server %s breaks no requirement, however its calls overlap (seed ${seed})`,
    (...row) => {
      const [, some, optionsOf] = row;
      const property = fc.property(some, (traffic) => {
        const { judge } = createCallJudge(optionsOf(traffic));
        passTraffic(judge, traffic.exchanges);
        const failed = judge.report().results.filter(({ outcome }) => outcome === "failed");
        expect(failed.map(({ id, reason }) => [id, reason])).toEqual([]);
      });
      fc.assert(property, { numRuns: count, seed });
    },
  );
}
