/** Sections 2 and 7: the bodies of a 401 and of a 404 are Error objects. */

import { isJsonObject, type JsonObject } from "../../base/json.ts";
import type { Exchange } from "../history/exchange.ts";
import { headerOf, isJsonType, parsedBody } from "../history/exchange.ts";
import type { Judge } from "../history/judge.ts";
import { describe } from "../rules/listed-orders.ts";
import { refusedLists, refusedUnknownCancels, unknownOrders } from "../scenarios/look.ts";
import type { Scene } from "../scenarios/scene.ts";
import { type Requirement, requirement } from "./requirement.ts";

type CheckError = (body: JsonObject, exchange: Exchange, judge: Judge) => void;

function expectErrorObject(exchange: Exchange, judge: Judge): JsonObject {
  const json = judge.json(exchange);
  return isJsonObject(json) ? json : judge.unmet("an Error object", describe(json), exchange);
}

/** Requirements on one status' error bodies, judged over every answer that had the status. */
function errorRequirements(
  status: 401 | 404,
  scenes: Readonly<Record<string, Scene>>,
  collect: (evidence: Readonly<Record<string, unknown>>) => readonly Exchange[],
): readonly Requirement[] {
  const overAll = (check: (exchange: Exchange, judge: Judge) => void) => {
    return (evidence: Readonly<Record<string, unknown>>, judge: Judge) => {
      const answered = collect(evidence).filter((exchange) => exchange.answer?.status === status);
      const withheld = collect(evidence).find((exchange) => exchange.withheld);
      if (answered.length === 0 && withheld) judge.answer(withheld);
      if (answered.length === 0)
        judge.untestable(`No call was answered ${status}, so there is no such body to look at.`);
      for (const exchange of answered) check(exchange, judge);
    };
  };
  // A body that is no object at all is the first requirement's to report, not each field's again.
  const field = (check: CheckError) =>
    overAll((exchange, judge) => {
      const parsed = parsedBody(judge.answer(exchange));
      if (!("json" in parsed && isJsonObject(parsed.json)))
        return judge.untestable("The body is no JSON object.");
      check(parsed.json, exchange, judge);
    });
  return [
    requirement({
      id: `errors/${status}-object`,
      title: `The body of a ${status} is a JSON object`,
      // Sections 2 and 7 say the same; each clause has its requirement.
      clause: status === 401 ? "error-bodies" : "error-is-object",
      scenes,
      check: overAll((exchange, judge) => void expectErrorObject(exchange, judge)),
    }),
    requirement({
      id: `errors/${status}-code`,
      title: `The Error of a ${status} has a code, a string`,
      clause: "error-code",
      scenes,
      check: field(({ code }, exchange, judge) => {
        if (typeof code !== "string") judge.unmet("code to be a string", describe(code), exchange);
      }),
    }),
    requirement({
      id: `errors/${status}-message`,
      title: `The Error of a ${status} has a message, a string`,
      clause: "error-message",
      scenes,
      check: field(({ message }, exchange, judge) => {
        if (typeof message !== "string") judge.unmet("message to be a string", describe(message), exchange);
      }),
    }),
    requirement({
      id: `errors/${status}-status`,
      title: `The Error of a ${status} has that status, an integer`,
      clause: "error-status",
      scenes,
      check: field((body, exchange, judge) => {
        if (body.status !== BigInt(status))
          judge.unmet(`status to be the integer ${status}`, describe(body.status), exchange);
      }),
    }),
    requirement({
      id: `errors/${status}-media-type`,
      title: `The media type of a ${status}, where stated, is a JSON one`,
      clause: "bodies-are-json",
      scenes,
      check: overAll((exchange, judge) => {
        const type = headerOf(judge.answer(exchange), "content-type");
        if (type !== undefined && !isJsonType(type)) judge.unmet("a JSON media type", type, exchange);
      }),
    }),
    requirement({
      id: `errors/${status}-media-type-stated`,
      title: `A ${status} states its media type`,
      clause: "rfc9110-content-type",
      scenes,
      check: overAll((exchange, judge) => {
        const answer = judge.answer(exchange);
        if (headerOf(answer, "content-type") === undefined)
          judge.unmet("a Content-Type header", "none", exchange);
      }),
    }),
  ];
}

const refusals = { lists: refusedLists, cancels: refusedUnknownCancels };
const unknowns = { unknown: unknownOrders };

export const errorsRequirements: readonly Requirement[] = [
  ...errorRequirements(401, refusals, (evidence) =>
    Object.values(evidence).flatMap((calls) => Object.values(calls as Record<string, Exchange>)),
  ),
  ...errorRequirements(404, unknowns, (evidence) => {
    const { plain, large } = evidence.unknown as { plain: Exchange; large: readonly Exchange[] };
    return [plain, ...large];
  }),
];
