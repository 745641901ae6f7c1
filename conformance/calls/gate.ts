/**
 * The only place that keeps requests of a run from being sent. Guards give the reason: an order that the run was
 * not given may be lost, or a limit exceeded. No step can bypass it, since steps have no other transport.
 */

import { type Exchange, notSent, type OutgoingRequest } from "../evidence/exchange.ts";
import { type GivenOrders, givenState } from "../evidence/given-orders.ts";
import { isBad, type ReadRequest, readRequest } from "../evidence/read-call.ts";
import type { SendOptions } from "../targets/target.ts";
import type { Transport } from "../targets/transport.ts";
import { afterRedirect, redirectedPath } from "./follow-redirects.ts";

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

/** A request of which the guards decide whether it is sent. */
export interface Asked {
  readonly request: OutgoingRequest;
  readonly read: ReadRequest;
  readonly settings: SendOptions;
}

/** The answer of a guard to a request. */
export interface Admission {
  /** The reason why it is not sent. */
  readonly refusal?: string;
  /** Called directly before each try. @returns the reason why it is not sent any more */
  readonly whyNot?: NonNullable<SendOptions["whyNot"]>;
  /** Called with its exchange, also where another guard has refused it. */
  readonly settle?: (exchange: Exchange) => void;
}

/** A reason to refuse requests, or to keep them waiting. */
export interface Guard {
  admit(asked: Asked): Admission | Promise<Admission>;
}

export interface GateOptions extends Pick<Limits, "readOnly" | "onExchange"> {
  readonly transport: Transport;
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Guards, which decide one after the other; each may wait. */
  readonly guards: readonly Guard[];
}

export class Gate implements Transport {
  readonly #options: GateOptions;

  constructor(options: GateOptions) {
    this.#options = options;
  }

  async send(request: OutgoingRequest, settings: SendOptions = {}): Promise<Exchange> {
    const { transport, baseUrl, apiKey, onExchange } = this.#options;
    const admissions: Admission[] = [];
    const whyNot: SendOptions["whyNot"] = (hadUnclearTry) =>
      admissions.map((admission) => admission.whyNot?.(hadUnclearTry)).find((why) => why !== undefined);
    const asked = { request, settings: { ...settings, whyNot }, read: readRequest(request, apiKey) };
    const refusal = await this.#admit(asked, admissions);
    let exchange =
      refusal === undefined ? await transport.send(request, asked.settings) : notSent(request, refusal);
    const path = redirectedPath(exchange, asked.read, new URL(baseUrl));
    if (path !== undefined) {
      const again = { ...asked.settings, together: undefined };
      exchange = afterRedirect(exchange, await transport.send({ ...request, path }, again));
    }
    for (const { settle } of admissions) settle?.(exchange);
    if (!exchange.notSent) onExchange?.(exchange);
    return exchange;
  }

  /** @returns the reason why it is not sent */
  async #admit(asked: Asked, admissions: Admission[]): Promise<string | undefined> {
    const { readOnly = false, guards } = this.#options;
    if (readOnly && !/^(?:GET|HEAD)$/.test(asked.request.method)) return "the run is read-only";
    for (const guard of guards) {
      const admission = await guard.admit(asked);
      if (admission.refusal !== undefined) return admission.refusal;
      admissions.push(admission);
    }
    return undefined;
  }
}

/** Whether a right server may carry out a request: with the key, by the number of a given pending order. */
export const isOwnCancel = ({ operation, credential, id }: ReadRequest, given: GivenOrders): boolean =>
  operation === "cancel" && !isBad(credential) && givenState(given, id?.value) === "pending";
