/** Observes the answer to an open question in the relevant calls of a history. */

import type { QuestionId } from "../../spec/open-questions.ts";
import { inconclusiveReason, isUnrelatedAnswer } from "../diagnosis/contradiction.ts";
import type { Exchange } from "../evidence/exchange.ts";
import { type History, oncePerHistory } from "../evidence/history.ts";
import { allRequirements } from "../requirements/all-requirements.ts";
import { observations } from "./observations.ts";

/** A history without the answers that prove nothing about the server. */
const relatedAnswers = oncePerHistory(
  (history): History => ({ ...history, calls: history.calls.filter((call) => !isUnrelatedAnswer(call)) }),
);

interface AnyObserved {
  readonly answer?: string | undefined;
  readonly reason?: string | undefined;
  readonly exchanges: readonly Exchange[];
}

/** Observes a question. Calls that were answered "later" (429, 503) show only the answer about throttling. */
export function observe(question: QuestionId, history: History): AnyObserved {
  const failing = failingCall(question, history);
  if (failing) return withoutAnswer(failing);
  const find: (history: History) => AnyObserved = observations[question].observe;
  if (question === "throttle") return find(history);
  const found = find(relatedAnswers(history));
  if (found.answer || found.exchanges.length > 0) return found;
  // The reason comes from the call that would have shown the answer.
  const { exchanges } = find(history);
  const call = history.calls.find(({ exchange }) => exchange === exchanges[0]);
  const reason = call && inconclusiveReason(call);
  return reason === undefined ? found : { reason, exchanges };
}

/** Requirements by question: where one of them is broken, its calls show no answer to the question. */
const shownOnlyBy: { readonly [Q in QuestionId]?: RegExp } = {
  cancelledInList: /^cancel-order\/second-cancel$/,
  unknownQuery: /^list-orders\/no-filter$/,
  paddedId: /^cancel-order\/shipped$/,
  idSpelling: /^cancel-order\/shipped$/,
  schemeCase: /^authentication\/list-/,
};

/** A call that breaks a requirement and would show the answer. */
function failingCall(question: QuestionId, history: History): Exchange | undefined {
  const needed = allRequirements.filter(({ id }) => shownOnlyBy[question]?.test(id));
  return needed.flatMap(({ breaks }) => breaks(history))[0]?.exchange;
}

function withoutAnswer(exchange: Exchange): AnyObserved {
  const { request, answer, failure } = exchange;
  const received = answer ? `was answered ${answer.status}` : `got no answer (${failure})`;
  const reason = `${request.method} ${request.path} ${received}, which already fails a requirement.`;
  return { reason, exchanges: [exchange] };
}
