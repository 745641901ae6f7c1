/** The body of an answer, as far as it was kept, for rules that look at it. */

import type { Json } from "../../../base/json.ts";
import { bodyText, headerOf, parsedBody } from "../../evidence/exchange.ts";
import type { CallFacts } from "../call-facts.ts";
import type { Rule } from "../rule.ts";

export interface AnswerBody {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  /** Undefined where it is no JSON, or only its beginning was kept. */
  readonly json: Json | undefined;
}

const bodies = new WeakMap<object, AnswerBody>();

export function bodyOf({ call }: CallFacts): AnswerBody {
  const answer = call.exchange.answer!;
  const known = bodies.get(answer);
  if (known) return known;
  const parsed = parsedBody(answer);
  const body = {
    status: answer.status,
    type: headerOf(answer, "content-type") ?? "",
    text: bodyText({ ...answer, body: answer.body.subarray(0, 4000) }).trim(),
    json: "json" in parsed ? parsed.json : undefined,
  };
  bodies.set(answer, body);
  return body;
}

export type Is = (body: AnswerBody) => boolean;
export type Row = readonly [id: string, text: string, is: Is];
export const whole =
  (is: (json: Json, body: AnswerBody) => boolean): Is =>
  (body) =>
    body.json !== undefined && is(body.json, body);
export const elementsOf = ({ json }: AnswerBody): readonly Json[] => (Array.isArray(json) ? json : []);

export const rulesOf = (rows: readonly Row[]): readonly Rule[] =>
  rows.map(([id, text, is]) => ({ id, text, isOfAll: true, shows: (facts) => is(bodyOf(facts)) }));
