/**
 * Paths and methods of the operations otherwise written: they may be answered
 * anything, but without a key they give no orders (section 4).
 */

import { isJsonObject } from "../../base/json.ts";
import { bodyText, parsedBody } from "../evidence/exchange.ts";
import type { History } from "../evidence/history.ts";
import { orderFields } from "../evidence/order-faults.ts";
import type { Call } from "../evidence/read-call.ts";
import { isBad } from "../evidence/read-credential.ts";
import { type Contradiction, isSuccess } from "../model/contradiction.ts";

export const spelledOtherwise = ({ isPlain, credential, operation }: Call): boolean =>
  isBad(credential) && operation !== "pet" && !isPlain;

export function openSpellings(history: History): readonly Contradiction[] {
  return history.calls
    .filter(spelledOtherwise)
    .flatMap(({ exchange, status, operation, id }): readonly Contradiction[] => {
      const expected = "no orders without a key";
      if (!isSuccess(status)) return [];
      if (showsOrders(exchange.answer!) || showsOrder(exchange.answer!, id?.value))
        return [{ expected, received: `${status} with orders`, exchange }];
      // A 204 to a cancel says that it was done.
      return operation === "cancel" && status === 204
        ? [{ expected: "no cancel without a key", received: "204", exchange }]
        : [];
    });
}

/** Of a long list only its beginning was kept: an array, by itself or in an object, whose first element has a field of orders. */
const beginningOfOrders = /^\s*(?:\{[^[\]]*)?\[\s*\{[^{}]*"(?:id|petId|quantity|shipDate|complete)"\s*:/;

/** A page, or a file of a web application, is none: orders have their fields. */
function showsOrders(answer: NonNullable<Call["exchange"]["answer"]>): boolean {
  if (answer.bodyBytes !== undefined) return beginningOfOrders.test(bodyText(answer));
  const parsed = parsedBody(answer);
  if ("error" in parsed) return false;
  const lists = isJsonObject(parsed.json) ? Object.values(parsed.json) : [parsed.json];
  return lists.some((list) => Array.isArray(list) && list.some(isOrder));
}

/** Operations that read one order are not shown; each asks for a key (section 5). */
function showsOrder(answer: NonNullable<Call["exchange"]["answer"]>, id: bigint | undefined): boolean {
  const parsed = answer.bodyBytes === undefined ? parsedBody(answer) : undefined;
  if (id === undefined || !parsed || "error" in parsed || !isJsonObject(parsed.json)) return false;
  return [parsed.json, ...Object.values(parsed.json)].some(
    (each) =>
      isJsonObject(each) &&
      each.id === id &&
      orderFields.some((field) => field !== "id" && each[field] !== undefined),
  );
}

function isOrder(element: unknown): boolean {
  return isJsonObject(element) && orderFields.some((field) => element[field] !== undefined);
}
