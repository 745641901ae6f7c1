/** Calls that break a must and that an open question is seen by: what they show is no answer to it. */

import type { QuestionId } from "../../spec/open-questions.ts";
import type { Exchange } from "../evidence/exchange.ts";
import type { History } from "../evidence/history.ts";
import type { Call } from "../evidence/read-call.ts";
import { isBad } from "../evidence/read-credential.ts";
import { isOwnCancel } from "../model/agents.ts";
import { isSuccess } from "../model/contradiction.ts";
import { repeatsOf } from "../model/repeated-cancels.ts";
import { queryFaults } from "../requirements/queried-lists.ts";

type FindFailing = (history: History) => Exchange | undefined;

const isDeferred = ({ status, isLockedOut }: Call) => status === 429 || status === 503 || isLockedOut;

/** Other spellings of a shipped order's id are told apart by the 409 that its own id gets. */
const shippedNotRefused: FindFailing = ({ calls, given }) =>
  calls.find(
    (call) =>
      call.status !== undefined &&
      call.status !== 409 &&
      !isDeferred(call) &&
      given.shipped.some((order) => isOwnCancel(call, order)),
  )?.exchange;

/** A scheme that is let in says nothing where any key is; one that is refused says so all the same. */
const badKeyLetIn: FindFailing = ({ calls }) => {
  const letIn = calls.filter(
    ({ operation, isPlain, status }) => operation === "list" && isPlain && isSuccess(status),
  );
  if (!letIn.some(({ credential }) => credential === "unclear")) return undefined;
  return letIn.find(({ credential }) => isBad(credential))?.exchange;
};

/** An order that can be cancelled again may not have been cancelled at all. */
const cancelledTwice: FindFailing = (history) =>
  repeatsOf(history).later.find(({ status }) => isSuccess(status))?.exchange;

/** A parameter that filters is not ignored. */
const listFiltered: FindFailing = (history) => queryFaults(history)[0]?.exchange;

/** Where there is such a call, the question is not answered. */
export const failingCalls: { readonly [Q in QuestionId]?: FindFailing } = {
  cancelledInList: cancelledTwice,
  unknownQuery: listFiltered,
  paddedId: shippedNotRefused,
  idSpelling: shippedNotRefused,
  schemeCase: badKeyLetIn,
};
