/** The list as requirements on its contents take it. */

import type { Json } from "../../base/json.ts";
import type { Exchange } from "../history/exchange.ts";
import type { Judge } from "../history/judge.ts";
import { listOf } from "../rules/listed-orders.ts";

/** The list, where it can be read; where not, `list-orders/json-array` says so. */
export function readableList(exchange: Exchange, judge: Judge): readonly Json[] {
  judge.answer(exchange);
  return listOf(exchange) ?? judge.untestable("The list is not a 200 with a JSON array.");
}
