/**
 * Other notations of the paths and methods of the operations: any answer is allowed, except orders without a key (section
 * 4).
 */

import { isJsonObject } from "../../base/json.ts";
import { type Contradiction, isSuccess } from "../diagnosis/contradiction.ts";
import { type Answer, bodyText, parsedBody } from "../evidence/exchange.ts";
import type { History } from "../evidence/history.ts";
import { orderFields } from "../evidence/order-faults.ts";
import type { Call } from "../evidence/read-call.ts";
import { isBad } from "../evidence/read-credential.ts";

export const spelledOtherwise = ({ isPlain, credential, operation }: Call): boolean =>
  isBad(credential) && operation !== "pet" && !isPlain;

export function openSpellings(history: History): readonly Contradiction[] {
  return history.calls
    .filter(spelledOtherwise)
    .flatMap(({ exchange, status, operation, id }): readonly Contradiction[] => {
      const expected = "no orders without a key";
      if (!isSuccess(status)) return [];
      if (showsOrders(exchange.answer!, id?.value))
        return [{ expected, received: `${status} with orders`, exchange }];
      // A 204 to a cancel says that it was done.
      return operation === "cancel" && status === 204
        ? [{ expected: "no cancel without a key", received: "204", exchange }]
        : [];
    });
}

/** Of a long list only its beginning was kept: an array, alone or in an object, whose first element has a field of orders. */
const beginningOfOrders = /^\s*(?:\{[^[\]]*)?\[\s*\{[^{}]*"(?:id|petId|quantity|shipDate|complete)"\s*:/;

const fieldsBesideId = orderFields.filter((field) => field !== "id");

/** Whether an answer is a page or a file of a web application, which has no orders. */
const hasField = (json: unknown, fields: readonly string[]): boolean =>
  isJsonObject(json) && fields.some((field) => json[field] !== undefined);

/** Orders in a list, or the one that was named: operations that read one are not shown, and each asks for a key (section 5). */
function showsOrders(answer: Answer, id: bigint | undefined): boolean {
  if (answer.bodyBytes !== undefined) return beginningOfOrders.test(bodyText(answer));
  const parsed = parsedBody(answer);
  if ("error" in parsed) return false;
  const { json } = parsed;
  return [json, ...(isJsonObject(json) ? Object.values(json) : [])].some((each) => {
    if (Array.isArray(each)) return each.some((element) => hasField(element, orderFields));
    return isJsonObject(each) && id !== undefined && each.id === id && hasField(each, fieldsBesideId);
  });
}
