/** A server in process that is right, but for calls of one kind: those cancel the given order that they name. */

import { percentDecoded } from "../../base/escapes.ts";
import type { Answer, OutgoingRequest } from "../../conformance/evidence/exchange.ts";
import type { GivenOrders } from "../../conformance/evidence/given-orders.ts";
import { readRequest } from "../../conformance/evidence/read-call.ts";
import { resembles } from "../../conformance/misreadings/id-readers.ts";
import type { Target } from "../../conformance/targets/target.ts";
import { answer, error } from "./loose-server.ts";

/** Kinds of answers to a call that must cancel nothing and has cancelled an order. */
export const replies = [
  "as done",
  "as refused",
  "with a fault",
  "as busy",
  "by a gateway",
  "by a page",
  "not at all",
] as const;
export type Reply = (typeof replies)[number];

export interface CarelessOptions {
  readonly given: GivenOrders;
  /** Orders that were not given. */
  readonly others: readonly bigint[];
  readonly reply: Reply;
  /** The form of a cancelled order in the list. */
  readonly shown: "gone" | "changed" | "as before";
  /** Whether a request cancels the order although it must not. */
  readonly acts: (traits: readonly string[], order: bigint) => boolean;
}

export interface CarelessServer {
  readonly target: Target;
  /** Orders that calls which must cancel nothing have cancelled, in turn. */
  readonly lost: readonly bigint[];
  /** Traits of all calls that must cancel nothing and name a given order. */
  readonly traits: ReadonlySet<string>;
  /** Called with each step of the run. */
  readonly onStep: (step: string) => void;
}

const apiKey = "the-key";

export function createCarelessServer(options: CarelessOptions): CarelessServer {
  const { given, others, reply, shown, acts } = options;
  const ids = [...given.pending, ...given.shipped, ...others].toSorted((one, other) =>
    one < other ? -1 : 1,
  );
  const cancelled = new Set<bigint>();
  const lost: bigint[] = [];
  const seen = new Set<string>();
  let step = "before the first";

  const isShipped = (id: bigint) => given.shipped.includes(id);
  function answerRightly(request: OutgoingRequest): Answer {
    const { operation, isPlain, credential, id } = readRequest(request, apiKey);
    if (credential !== "valid") return refuse(401);
    if (!isPlain || (operation !== "list" && operation !== "cancel")) return refuse(404);
    if (operation === "list") {
      const listed = ids.filter((each) => shown !== "gone" || !cancelled.has(each));
      return answer(
        200,
        listed.map((each) => ({ id: each, complete: shown === "changed" && cancelled.has(each) })),
      );
    }
    if (id?.kind !== "exact" || !ids.includes(id.value) || cancelled.has(id.value)) return refuse(404);
    if (isShipped(id.value)) return refuse(409);
    cancelled.add(id.value);
    return answer(204);
  }

  const target: Target = {
    baseUrl: "http://careless.test/v1",
    apiKey,
    sendsTargets: true,
    arrange: async () => given,
    async send(request) {
      const order = orderNamed(request, given);
      if (order === undefined || mayCancel(request, given)) return answerRightly(request);
      const traits = traitsOf(request, order, step);
      for (const trait of traits) seen.add(trait);
      if (cancelled.has(order) || !acts(traits, order)) return answerRightly(request);
      const refusal = answerRightly(request);
      cancelled.add(order);
      lost.push(order);
      if (reply === "not at all") throw new Error("the connection was closed");
      return {
        "as done": answer(204),
        "as refused": refusal,
        "with a fault": refuse(500),
        "as busy": refuse(503),
        "by a gateway": refuse(502),
        "by a page": answer(303),
      }[reply];
    },
  };
  return { target, lost, traits: seen, onStep: (next) => (step = next) };
}

/** Whether a right server cancels an order for it. */
function mayCancel(request: OutgoingRequest, { pending }: GivenOrders): boolean {
  const { operation, isPlain, credential, id } = readRequest(request, apiKey);
  return (
    operation === "cancel" && isPlain && credential === "valid" && pending.some((each) => each === id?.value)
  );
}

/** The given order that a request names in any way. */
function orderNamed(request: OutgoingRequest, { pending, shipped }: GivenOrders): bigint | undefined {
  const { id } = readRequest(request, apiKey);
  const numbers: readonly string[] = percentDecoded(request.path).match(/\d+/g) ?? [];
  return [...pending, ...shipped].find(
    (order) => (id && (id.value === order || resembles(id, order))) || numbers.includes(String(order)),
  );
}

/** Traits of a request, each a condition that some server may have. */
function traitsOf(request: OutgoingRequest, order: bigint, step: string): readonly string[] {
  const { credential, id, isPlain, operation } = readRequest(request, apiKey);
  const shape = (text: string) => text.replaceAll(String(order), "ID");
  return [
    "any",
    `step ${step}`,
    `method ${request.method}`,
    `operation ${operation}, ${isPlain}`,
    `credential ${credential}`,
    `id ${id?.kind} ${shape(id?.text ?? "")}`,
    `path ${shape(request.path)}`,
    `target ${request.target !== undefined}`,
    ...request.headers
      .filter(([name]) => name !== "authorization" && name !== "idempotency-key")
      .map(([name, value]) => `header ${name}: ${value}`),
  ];
}

const refuse = (status: number) => error(status, "No.");
