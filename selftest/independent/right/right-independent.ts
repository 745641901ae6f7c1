import type { IndependentServer } from "../independent-server.ts";
import { oddAnswers } from "./odd-answers.ts";
import { oddOrders } from "./odd-orders.ts";
import { oddTimes } from "./odd-times.ts";

/** Servers that keep the document, however odd. */
export const rightServers: readonly IndependentServer[] = [...oddAnswers, ...oddOrders, ...oddTimes];
