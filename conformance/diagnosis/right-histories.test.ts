import fc from "fast-check";
import { expect, test } from "vitest";
import { Recorder } from "../evidence/history.ts";
import { rightTraffic } from "../testing/right-traffic.ts";
import { explainHistory } from "./explain-history.ts";

const seed = Number(process.env.TRAFFIC_SEED ?? 1);

test(`each order of a right server has an explanation that the document allows, for any overlap of calls (seed ${seed})`, () => {
  const property = fc.property(
    rightTraffic.filter(({ hasOthers }) => !hasOthers),
    ({ exchanges, given }) => {
      const recorder = new Recorder("the-key");
      const { history } = recorder;
      recorder.give(given, 0);
      // A gateway's answer says nothing of the order, as one that was lost.
      for (const { answer, ...sent } of exchanges.toSorted((one, other) => one.sentAt - other.sentAt))
        recorder.record(
          answer && answer.status !== 504 ? { ...sent, answer } : { ...sent, failure: "lost", once: true },
        );
      expect(explainHistory(history).faults).toEqual([]);
    },
  );
  fc.assert(property, { numRuns: Number(process.env.TRAFFIC_HISTORIES ?? 500), seed });
});
