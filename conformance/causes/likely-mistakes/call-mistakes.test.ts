import { describe, expect, test } from "vitest";
import { likelyMistakes, mistakesIn, textsOf } from "../../testing/likely-mistakes.ts";
import {
  answer,
  cancel,
  conflict,
  list,
  noContent,
  notFound,
  type ShortCall,
  type ShortHistory,
} from "../../testing/requirement-histories.ts";
import { listed, tellHistory } from "../../testing/tell-history.ts";
import { pendingCancels, repeats, shippedCancels } from "./call-mistakes.ts";

describe("cancels that are answered wrongly", () => {
  const large = 2 ** 33;
  const beyond53 = 2n ** 60n;
  const few = [101, 102, 103];
  const all = [...few, 104, large, beyond53];
  /** The large orders and the shipped one, after these. */
  const listOf = (...ids: readonly number[]) => {
    const shown = [...ids, large, 105].map((id) => JSON.stringify(listed(id)));
    return list(answer(200, `[${shown},{"id":${beyond53}}]`, [["content-type", "application/json"]]));
  };
  const cancels = (ids: readonly (number | bigint)[], ...answers: readonly ShortCall["answer"][]) =>
    ids.flatMap((id) => answers.map((given) => cancel(String(id), given)));
  /** Each order is cancelled; from one on the cancels are refused. */
  const refusedFrom = (first: number) => [
    ...cancels(all.slice(0, first), noContent),
    ...cancels(all.slice(first), answer(400)),
  ];

  const mistakes: Readonly<Record<string, ShortHistory>> = {
    "every cancel of a cancelled order": [
      ...cancels(few, noContent),
      listOf(104),
      ...cancels(few, noContent, noContent),
    ],
    "a cancel is answered and not carried out": [
      ...cancels(few, noContent),
      listOf(...few, 104),
      ...cancels(few, noContent),
      cancel(104, noContent),
      listOf(...few),
      ...cancels([104], notFound, notFound, notFound),
    ],
    "the second cancel of an order alone": cancels(few, noContent, noContent, notFound, notFound),
    "the third cancel of an order alone": cancels(few, noContent, notFound, noContent, notFound),
    "orders whose id is beyond 2^31": [
      ...cancels(few, noContent, notFound),
      ...cancels([large, beyond53], noContent, noContent, noContent),
    ],
    "orders whose id is beyond 2^53": [
      ...cancels([...few, large], noContent, notFound),
      ...cancels([beyond53], noContent, noContent, noContent),
    ],
    "the first cancel of the server alone": [
      ...cancels([105], notFound, notFound, notFound),
      ...cancels(few, noContent),
      ...cancels([105], conflict, conflict, conflict),
    ],
    "after 1 cancelled order": refusedFrom(1),
    "after 2 cancelled orders": refusedFrom(2),
    "after 3 cancelled orders": refusedFrom(3),
    "every cancel of a shipped order": cancels([105], notFound, notFound, notFound),
    "the first cancel of an order alone": cancels([105], noContent, conflict, conflict, conflict),
    "every cancel of an order but the first": cancels([105], conflict, noContent, noContent, noContent),
  };
  test.each(Object.entries(mistakes))("%s", (text, calls) => {
    expect(likelyMistakes([listOf(...few, 104), ...calls], all.map(BigInt))).toContain(text);
  });

  const delays = [100, 200, 500];
  test.each(delays)("after some %i ms", (ms) => {
    const { history, list, cancel } = tellHistory();
    list(1, 101, 102, 103, 104, 105);
    for (const [index, id] of few.entries()) {
      const at = 10_000 * (index + 1);
      cancel(at, id, 204);
      for (const share of [0.5, 0.8]) cancel(at + share * ms, id, 404);
      for (const share of [1.2, 1.6]) cancel(at + share * ms, id, 204);
    }
    expect(mistakesIn(history)).toContain(`after some ${ms} ms`);
  });

  test("each is tried", () => {
    const tried = [...Object.keys(mistakes), ...delays.map((ms) => `after some ${ms} ms`)];
    expect(new Set(tried)).toEqual(textsOf([...repeats, ...shippedCancels, ...pendingCancels]));
  });
});
