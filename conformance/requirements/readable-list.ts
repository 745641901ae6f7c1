/** The list as requirements on its contents take it. */

import type { Json } from "../../spec/json.ts";
import type { Exchange } from "../exchange.ts";
import type { Judge } from "../judge.ts";
import { listOf } from "../listed-orders.ts";

/** The list, where it can be read; where not, `list-orders/json-array` says so. */
export function readableList(exchange: Exchange, judge: Judge): readonly Json[] {
  judge.answer(exchange);
  return listOf(exchange) ?? judge.untestable("The list is not a 200 with a JSON array.");
}
