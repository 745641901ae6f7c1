/** `store-orders-kit/conformance`: judges a target in code. */

export { BadInput } from "../base/bad-input.ts";
export { namedOrders, providedOrders } from "../conformance/calls/arrange-orders.ts";
export type { Answer, Exchange, HeaderList, OutgoingRequest } from "../conformance/evidence/exchange.ts";
export type {
  Evidence,
  ObservedAnswer,
  Outcome,
  Report,
  ReportedExchange,
  Result as RequirementResult,
  Verdict,
} from "../conformance/report/report.ts";
export type { Requirement } from "../conformance/requirements/requirement.ts";
export { runSuite, type SuiteOptions } from "../conformance/run-suite.ts";
export type { Arrangement, Target } from "../conformance/targets/target.ts";
export type { Profile, QuestionId } from "../spec/open-questions.ts";
