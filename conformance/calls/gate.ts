/**
 * The only place that keeps requests of a run from being sent. Guards say why: no order may be lost that the run was not
 * given, and no limit exceeded. No step can bypass it, since steps have no other transport.
 */

import { type Exchange, notSent, type OutgoingRequest } from "../evidence/exchange.ts";
import { type GivenOrders, givenState } from "../evidence/given-orders.ts";
import { isBad, mayAct, type ReadRequest, readRequest } from "../evidence/read-call.ts";
import type { SendOptions } from "../targets/target.ts";
import type { Transport } from "../targets/transport.ts";

export interface Limits {
  /** Whether only GET and HEAD are sent. Then no orders are requested. */
  readonly readOnly?: boolean | undefined;
  /** Maximum number of orders that the server may cancel, including orders of other clients. */
  readonly maxCancels?: number | undefined;
  /** Maximum number of requests of the run, repeats included. */
  readonly maxRequests?: number | undefined;
  /** Whether any order may be lost, including orders of other clients: then every call is made. */
  readonly disposable?: boolean | undefined;
  /** Called with each call that was made. */
  readonly onExchange?: ((exchange: Exchange) => void) | undefined;
}

/** A request at the gate. */
export interface Asked {
  readonly request: OutgoingRequest;
  readonly read: ReadRequest;
  readonly settings: SendOptions;
}

/** The answer of a guard to a request. */
export interface Admission {
  /** Why it is not sent. */
  readonly refusal?: string;
  /** Called when a place for it is free. @returns why it is not sent any more */
  readonly whyNot?: () => string | undefined;
  /** Called with its exchange, or without one if sending threw an error. */
  readonly settle?: (exchange: Exchange | undefined) => void;
}

/** A reason to refuse requests, or to keep them waiting. */
export interface Guard {
  admit(asked: Asked): Admission | Promise<Admission>;
}

export interface GateOptions extends Pick<Limits, "readOnly" | "maxRequests" | "onExchange"> {
  readonly transport: Transport;
  readonly apiKey: string;
  /** Asked one after the other; each may wait. */
  readonly guards: readonly Guard[];
}

export function createGate(options: GateOptions): Transport {
  const { transport, apiKey, guards, readOnly = false, onExchange } = options;
  const { maxRequests = Number.POSITIVE_INFINITY } = options;

  async function admitAndSend(asked: Asked, admissions: Admission[]): Promise<Exchange> {
    const { request, settings } = asked;
    if (readOnly && !/^(?:GET|HEAD)$/.test(request.method)) return notSent(request, "the run is read-only");
    for (const guard of guards) {
      const admission = await guard.admit(asked);
      if (admission.refusal !== undefined) return notSent(request, admission.refusal);
      admissions.push(admission);
    }
    // Directly before sending: calls that waited at the same time would exceed the limit together.
    if (transport.sent >= maxRequests)
      return notSent(request, `the run may send at most ${maxRequests} requests`);
    const whyNot = () => admissions.map((admission) => admission.whyNot?.()).find((why) => why !== undefined);
    const exchange = await transport.send(request, { ...settings, whyNot });
    if (!exchange.notSent) onExchange?.(exchange);
    return exchange;
  }

  return {
    get sent() {
      return transport.sent;
    },
    async send(request, settings = {}) {
      const admissions: Admission[] = [];
      let exchange: Exchange | undefined;
      try {
        const asked = { request, settings, read: readRequest(request, apiKey) };
        exchange = await admitAndSend(asked, admissions);
        return exchange;
      } finally {
        for (const { settle } of admissions) settle?.(exchange);
      }
    },
  };
}

/**
 * read: GET or HEAD. refused: a request that a right server refuses (no valid key,
 * no such order, a shipped one). cancels: a DELETE that uses an order up.
 */
export type Risk = "read" | "refused" | "cancels";

export function riskOf(request: OutgoingRequest, given: GivenOrders, apiKey: string): Risk {
  if (!mayAct(request)) return "read";
  return isOwnCancel(readRequest(request, apiKey), given) ? "cancels" : "refused";
}

/** Whether a right server may carry out a request: with the key, by the number of a given pending order. */
export const isOwnCancel = ({ operation, credential, id }: ReadRequest, given: GivenOrders): boolean =>
  operation === "cancel" && !isBad(credential) && givenState(given, id?.value) === "pending";
