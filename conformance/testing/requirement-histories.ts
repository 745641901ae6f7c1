/** Short histories for each requirement: one that meets it, and one that breaks it. */

import { describe, expect, test } from "vitest";
import type { Answer, HeaderList } from "../evidence/exchange.ts";
import type { History } from "../evidence/history.ts";
import { allRequirements } from "../requirements/all-requirements.ts";
import { judge, type Requirement } from "../requirements/requirement.ts";
import { answer as answerOf, listed, writeHistory } from "./write-history.ts";

export const key = "key";
export const answer = answerOf;

/** A list of orders, by their ids or as JSON objects. */
export const orders = (...shown: readonly (number | object)[]) =>
  answer(
    200,
    shown.map((order) => (typeof order === "number" ? listed(order) : order)),
  );
const errorOf = (status: number, headers?: HeaderList) =>
  answer(status, { code: "refused", message: "Refused", status }, headers);

export const everyOrder = orders(101, 102, 103, 104, 105);
export const noContent = answer(204);
export const notFound = errorOf(404);
export const conflict = answer(409, "It cannot be cancelled.");
export const unauthorized = errorOf(401, [["www-authenticate", "Bearer"]]);

/** A call in these histories. */
export interface ShortCall {
  readonly line: string;
  readonly headers: HeaderList;
  /** The answer's status; undefined where none came. */
  readonly answer: Answer | undefined;
  /** Whether the run added headers that a plain client does not send. Default: it did not. */
  readonly hasAddedHeaders?: boolean;
}

/** @param line method and path, below the base address */
export const withHeaders = (headers: HeaderList, line: string, given: Answer | undefined): ShortCall => ({
  line,
  headers,
  answer: given,
});
export const withAuthorization = (value: string, line: string, given: Answer | undefined) =>
  withHeaders([["authorization", value]], line, given);
export const withKey = (line: string, given: Answer | undefined) =>
  withAuthorization(`Bearer ${key}`, line, given);
export const withoutKey = (line: string, given: Answer | undefined) => withHeaders([], line, given);
export const list = (given: Answer = everyOrder) => withKey("GET /store/orders", given);
export const cancel = (id: number | string, given: Answer | undefined) =>
  withKey(`DELETE /store/orders/${id}`, given);

/** Calls one after the other, a second apart; those of an inner array are under way at the same time. */
export type ShortHistory = readonly (ShortCall | readonly ShortCall[])[];

/** The history in the form of the judge. @param pending the pending orders that were given */
export function historyOf(calls: ShortHistory, pending?: readonly bigint[]): History {
  const { history, send } = writeHistory(pending);
  for (const [index, step] of calls.entries())
    for (const { line, headers, answer: given, hasAddedHeaders } of [step].flat())
      send({ at: 1000 * (index + 1), takes: 5 }, line, headers, given, hasAddedHeaders);
  return history;
}

/** The requirements that a history breaks. */
export const brokenBy = (calls: ShortHistory): readonly string[] => {
  const history = historyOf(calls);
  return allRequirements.filter((each) => judge(each, history).contradiction).map(({ id }) => id);
};

export interface RequirementHistories {
  readonly kept: ShortHistory;
  readonly broken: ShortHistory;
}

/**
 * Tests of each requirement of a file by its two histories.
 * @param histories histories by the requirement's name after the slash
 */
export function testRequirements(
  requirements: readonly Requirement[],
  histories: Readonly<Record<string, RequirementHistories>>,
): void {
  const nameOf = ({ id }: Requirement) => id.slice(id.indexOf("/") + 1);
  test("each requirement has a history that keeps it and one that breaks it", () => {
    expect(Object.keys(histories).toSorted()).toEqual(requirements.map(nameOf).toSorted());
  });
  describe.each(requirements.map((requirement) => [requirement.id, requirement] as const))(
    "%s",
    (id, requirement) => {
      // Read within the tests, so that one that is missing fails the test above.
      const own = () => histories[nameOf(requirement)]!;
      test("is tested and kept, and nothing else is broken", () => {
        const { kept } = own();
        const { untested, contradiction } = judge(requirement, historyOf(kept));
        expect({ untested, contradiction }).toEqual({});
        expect(brokenBy(kept)).toEqual([]);
      });
      test("is broken", () => {
        expect(brokenBy(own().broken)).toContain(id);
      });
    },
  );
}
