/** What several requirements expect of a cancel's answer. */

import type { Exchange } from "../history/exchange.ts";
import type { Judge } from "../history/judge.ts";

export const isDone = (exchange: Exchange): boolean => exchange.answer?.status === 204;

export function expectNotDone(exchange: Exchange, what: string, judge: Judge): void {
  const { status } = judge.answer(exchange);
  if (status >= 200 && status < 300) judge.unmet(`${what} to be refused`, String(status), exchange);
}

/** Only the statuses the document gives the operation. A 401 with a valid key is none of them. */
export function expectRefusalStatus(exchange: Exchange, judge: Judge): void {
  const { status } = judge.answer(exchange);
  if (status >= 200 && status < 300) return;
  judge.status(exchange, 404, 409);
}

export function requireFirstCancel(cancel: Exchange, judge: Judge): void {
  judge.answer(cancel);
  if (!isDone(cancel)) judge.untestable("The first cancel is not answered 204.");
}
