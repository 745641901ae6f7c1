/**
 * Paths and methods of the operations otherwise written: they may be answered
 * anything, but without a key they give no orders (section 4).
 */

import { isJsonObject } from "../../base/json.ts";
import { jsonElements } from "../../base/json-elements.ts";
import { parsedBody } from "../evidence/exchange.ts";
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

/** A page, or a file of a web application, is none: orders have their fields. */
function showsOrders(answer: NonNullable<Call["exchange"]["answer"]>): boolean {
  if (answer.bodyBytes !== undefined) return beginsWithOrders(answer.body);
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

/** Of a long list only its beginning was kept: some whole elements, and a piece of one. */
function beginsWithOrders(body: Uint8Array): boolean {
  const end = body.lastIndexOf(0x7d) + 1;
  try {
    const closed = new Uint8Array([...body.subarray(0, end), 0x5d]);
    return [...jsonElements(closed, { mostBytes: closed.length, mostElements: closed.length })]
      .flat()
      .some(isOrder);
  } catch {
    return false;
  }
}
