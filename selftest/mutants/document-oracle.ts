/** Whether answers keep the document, told by a model of the orders: written for the mutants, apart from the judge. */

import type { Sent } from "./random-requests.ts";
import { fixtures } from "./world.ts";

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type State = "pending" | "shipped" | "cancelled";
type Shown = Readonly<Record<string, unknown>>;

export function createOracle() {
  const states = new Map<bigint, State>(fixtures.map(({ id, status }) => [id, status]));

  /** What is wrong with an answer, if anything. Learns from it what has become of the orders. */
  function findBreach(sent: Sent, said: Answered): string | undefined {
    const isOperation = sent.asks !== "other" && sent.method !== "OPTIONS";
    return (isOperation ? (framing(said) ?? errorBody(said)) : undefined) ?? byRequest(sent, said);
  }

  function byRequest(sent: Sent, said: Answered): string | undefined {
    const { status } = said;
    if (sent.method === "OPTIONS") return undefined;
    if (sent.asks === "other") return sent.key === "invalid" ? otherWithoutKey(sent, said) : undefined;
    if (sent.key === "invalid" || (sent.key === "either" && status === 401))
      return status === 401 ? undefined : `${status} without a valid key`;
    return sent.asks === "list" ? list(sent, said) : cancel(sent, said);
  }

  function otherWithoutKey({ method, target }: Sent, { status, body }: Answered): string | undefined {
    const isOperation = method === "HEAD" || target.startsWith("/v1/pets");
    if (isOperation && status < 300) return `${status} to ${method} without a key`;
    return status < 300 && /"petId"|"shipDate"/.test(body) ? "orders without a key" : undefined;
  }

  function list({ target }: Sent, { status, headers, body }: Answered): string | undefined {
    if (target.includes("?") && status === 400) return undefined;
    if (status !== 200) return `${status} to a list`;
    if (!isJsonType(headers)) return "a list of another media type";
    const orders = parse(body);
    if (!Array.isArray(orders)) return "a list that is no array";
    const seen = new Map<bigint, Shown>();
    for (const order of orders as Shown[]) {
      const wrong = typeof order === "object" && order ? wrongField(order) : "an element that is no object";
      if (wrong) return wrong;
      if (typeof order.id === "bigint" && seen.has(order.id)) return "an id twice";
      if (typeof order.id === "bigint") seen.set(order.id, order);
    }
    for (const order of fixtures) {
      if (states.get(order.id) === "cancelled") continue;
      const shown = seen.get(order.id);
      // No field is required: an order that shows no id may be this one.
      if (!shown && seen.size < orders.length) continue;
      if (!shown) return `order ${order.id} is not listed`;
      for (const name of ["petId", "quantity", "shipDate", "complete"])
        if (shown[name] !== order[name]) return `${name} of order ${order.id} is not its own`;
    }
    return undefined;
  }

  function cancel({ id }: Sent, { status, body }: Answered): string | undefined {
    const { number, spelled } = id!;
    const state = number === undefined ? undefined : states.get(number);
    if (status >= 500 || status === 401 || status < 200) return `${status} to a cancel`;
    if (spelled === "another") return status < 400 ? `${status} to another text` : undefined;
    if (status < 300 && (state !== "pending" || status !== 204)) return `${status} to a cancel of ${state}`;
    if (status === 204) {
      states.set(number!, "cancelled");
      return body === "" ? undefined : "a body after a 204";
    }
    if (spelled === "otherwise") return status < 400 ? `${status} to a cancel` : undefined;
    const due = { pending: [204], shipped: [409], cancelled: [404, 409] }[state!] ?? [404];
    return due.includes(status) ? undefined : `${status} to a cancel of ${state}`;
  }

  return { findBreach };
}

function framing({ status, headers, body }: Answered): string | undefined {
  if (!Number.isInteger(status) || status < 200 || status > 599) return `status ${status}`;
  const length = headers["content-length"];
  if (length !== undefined && Number(length) !== Buffer.byteLength(body)) return "another length";
  const isText = ([name, value]: [string, unknown]) => /^[\w-]+$/.test(name) && typeof value === "string";
  return Object.entries(headers).every(isText) ? undefined : "a header that cannot be sent";
}

function errorBody({ status, headers, body }: Answered): string | undefined {
  if (status !== 401 && status !== 404) return undefined;
  if (!isJsonType(headers)) return `a ${status} of another media type`;
  const error = parse(body) as Shown | undefined;
  if (typeof error !== "object" || error === null || Array.isArray(error))
    return `a ${status} that is no object`;
  const { code, message, status: told } = error;
  return typeof code === "string" && typeof message === "string" && told === BigInt(status)
    ? undefined
    : `a ${status} whose body is no Error object`;
}

/** None at all is for HTTP to judge. */
const isJsonType = (headers: Answered["headers"]) =>
  headers["content-type"] === undefined ||
  /^application\/(?:[\w.-]+\+)?json *(?:;|$)/i.test(headers["content-type"]);

/** Integers as bigints, whatever their size; undefined for what is no JSON. */
function parse(text: string): unknown {
  const revive = (_name: string, value: unknown, context?: { source?: string }) =>
    typeof value === "number" && /^-?\d+$/.test(context?.source ?? "") ? BigInt(context!.source!) : value;
  try {
    return JSON.parse(text, revive);
  } catch {
    return undefined;
  }
}

const isInt64 = (value: unknown) => typeof value === "bigint" && value === BigInt.asIntN(64, value);
const rules: Readonly<Record<string, (value: unknown) => boolean>> = {
  id: isInt64,
  petId: isInt64,
  quantity: (value) => typeof value === "bigint",
  shipDate: (value) => typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value),
  complete: (value) => typeof value === "boolean",
};

function wrongField(order: Shown): string | undefined {
  const name = Object.keys(rules).find((each) => order[each] !== undefined && !rules[each]!(order[each]));
  return name && `${name} of another type`;
}
