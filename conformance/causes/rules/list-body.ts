/** The body of a list, as far as it was kept, for rules that look at it. */

import type { Json } from "../../../base/json.ts";
import { bodyText, headerOf, parseBytes } from "../../evidence/exchange.ts";
import type { CallFacts } from "../call-facts.ts";
import type { Rule } from "../rule.ts";

export interface ListBody {
  readonly type: string;
  readonly text: string;
  /** Undefined where it is no JSON, or only its beginning was kept. */
  readonly json: Json | undefined;
}

const bodies = new WeakMap<object, ListBody>();

export function bodyOf({ call }: CallFacts): ListBody {
  const answer = call.exchange.answer!;
  const known = bodies.get(answer);
  if (known) return known;
  const parsed = answer.bodyBytes === undefined ? parseBytes(answer.body) : undefined;
  const body = {
    type: headerOf(answer, "content-type") ?? "",
    text: bodyText({ ...answer, body: answer.body.subarray(0, 4000) }).trim(),
    json: parsed && "json" in parsed ? parsed.json : undefined,
  };
  bodies.set(answer, body);
  return body;
}

export type Is = (body: ListBody) => boolean;
export type Row = readonly [id: string, text: string, is: Is];
export const whole =
  (is: (json: Json) => boolean): Is =>
  ({ json }) =>
    json !== undefined && is(json);
export const elementsOf = ({ json }: ListBody): readonly Json[] => (Array.isArray(json) ? json : []);

export const rulesOf = (rows: readonly Row[]): readonly Rule[] =>
  rows.map(([id, text, is]) => ({ id, text, isOfAll: true, shows: (facts) => is(bodyOf(facts)) }));
