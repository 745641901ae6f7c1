import { type Exchange, isGatewayError } from "../evidence/exchange.ts";

/**
 * Answers that the document does not have and right servers give: of a gateway, to a request for less than the whole list,
 * or to one that is too large.
 */
export function mayBeBlamed(id: string, { request, answer }: Exchange): boolean {
  if (!answer) return false;
  // A key in the usual form may be refused because it is unknown.
  const isUsual = request.headers.some(
    ([name, value]) => /^authorization$/i.test(name) && /^Bearer /.test(value),
  );
  if (id === "authentication/scheme-in-any-case" && isUsual) return false;
  const has = (pattern: RegExp) => request.headers.some(([name]) => pattern.test(name));
  if ([408, 413, 414, 429, 431, 503].includes(answer.status) || isGatewayError(answer.status)) return false;
  if (answer.status === 304 || answer.status === 412) return !has(/^if-/i);
  if (answer.status === 206 || answer.status === 416) return !has(/^range$/i);
  return answer.status !== 406 || !has(/^accept/i);
}
