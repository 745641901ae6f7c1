/** The mock's control plane over HTTP: the methods of `Control`, each with a promise of its result. */

import { BadInput, refuseUnknown } from "../../base/bad-input.ts";
import { formatJson, type Json, parseJson } from "../../base/json.ts";
import { ControlError, controlPaths, controlTokenHeader } from "../../spec/control-protocol.ts";
import type { Control, ResetSource } from "../control/control.ts";
import type { OrderId } from "../control/order-control.ts";
import type { MockEvent } from "../worlds/events.ts";
import type { OrderPage } from "../worlds/search-orders.ts";

type Promised<Methods> = {
  readonly [Name in keyof Methods]: Methods[Name] extends (...values: infer Values) => infer Given
    ? (...values: Values) => Promise<Given>
    : never;
};

/** A call that the mock refuses rejects with a {@link ControlError}. */
export interface ControlClient extends Promised<Omit<Control, "world" | "onEvent">> {
  /**
   * Listens to the events of this world; resolves to a function that stops. @param onEnd called when the mock ends the
   * stream
   */
  onEvent(listener: EventListener, onEnd?: () => void): Promise<() => void>;
  /** A client for another world; the mock makes that world at its first call. */
  world(name: string): ControlClient;
}

export type ControlClientOptions = (
  | { /** Origin of the mock, as in `http://127.0.0.1:4010`. */ readonly origin: string }
  | { /** Address of the API; the control plane is at the root of its origin. */ readonly baseUrl: string }
) & {
  /** The token of the control plane, if the mock requires one. */
  readonly token?: string | undefined;
  /** Default: the world of a key without a name. */
  readonly world?: string | undefined;
  /** Default: the global one. */
  readonly fetch?: typeof fetch | undefined;
};

interface Call {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly signal?: AbortSignal;
}

const optionNames = ["origin", "baseUrl", "token", "world", "fetch"];

function readAddress(options: ControlClientOptions): string {
  refuseUnknown(options, optionNames, "the options of a control client");
  const { origin, baseUrl }: { readonly origin?: string; readonly baseUrl?: string } = options;
  const address = origin ?? baseUrl;
  if (address === undefined || (origin !== undefined && baseUrl !== undefined))
    throw new BadInput("Cannot use the options: give the address of the mock, as origin or as baseUrl.");
  return address;
}

/** @throws {BadInput} for an option that does not exist, and where there is not one address */
export function createControlClient(options: ControlClientOptions): ControlClient {
  const { token, world } = options;
  const address = readAddress(options);
  // A relative address is a page's own origin.
  const origin = URL.canParse(address) ? new URL(address).origin : "";

  async function send(
    line: string,
    { body, headers = {}, query = {}, signal }: Call = {},
  ): Promise<Response> {
    const [method = "", path = ""] = line.split(" ");
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries({ world, ...query })) {
      if (value !== undefined) parameters.set(name, String(value));
    }
    const search = parameters.size > 0 ? `?${parameters}` : "";
    const send = options.fetch ?? fetch;
    const response = await send(`${origin}${path}${search}`, {
      method,
      headers: token === undefined ? headers : { ...headers, [controlTokenHeader]: token },
      ...(body !== undefined && { body: formatJson(body) }),
      ...(signal && { signal }),
    }).catch((error: unknown) => {
      throw new Error(`Cannot reach the mock at ${origin || address}. Start it, or give its address.`, {
        cause: error,
      });
    });
    if (!response.ok) throw await errorOf(response);
    return response;
  }
  /** Calls an operation with an answer without int64: its integers are numbers in process, too. */
  const call = async <Answer>(line: string, more?: Call): Promise<Answer> => (await send(line, more)).json();
  const callForOrders = async <Answer>(line: string, more?: Call): Promise<Answer> =>
    parseJson(await (await send(line, more)).text()) as Json as Answer;
  const pathOf = (template: string, part: OrderId) => {
    if (typeof part === "number" && !Number.isSafeInteger(part))
      throw new BadInput(
        `Cannot name order ${part}: a number is exact up to 2^53 only. Give the id as a bigint or as text.`,
      );
    return template.replace(/\{\w+\}/, encodeURIComponent(String(part)));
  };

  const client: ControlClient = {
    health: () => call(`GET ${controlPaths.health}`),
    orders: (limit) => callForOrders(`GET ${controlPaths.orders}`, { query: { limit } }),
    async searchOrders(query) {
      const page = await callForOrders<OrderPage>(`GET ${controlPaths.search}`, { query: { ...query } });
      return { ...page, total: Number(page.total), cancelled: Number(page.cancelled) };
    },
    order: async (id) => callForOrders(`GET ${pathOf(controlPaths.order, id)}`),
    remove: async (id) => callForOrders(`DELETE ${pathOf(controlPaths.order, id)}`),
    add: (order) => callForOrders(`POST ${controlPaths.orders}`, { body: order }),
    // The mock refuses a value that is no order.
    put: async (order) => callForOrders(`PUT ${pathOf(controlPaths.order, order?.id)}`, { body: order }),
    ship: async (id) => callForOrders(`POST ${pathOf(controlPaths.ship, id)}`),
    reset: (source) => call(`POST ${controlPaths.reset}`, { body: bodyOf(source) }),
    async resetAll(source) {
      const query = { world: "*" };
      const health = await call<ReturnType<Control["resetAll"]>>(`POST ${controlPaths.reset}`, {
        query,
        body: bodyOf(source),
      });
      return world === undefined ? health : client.health();
    },
    snapshot: async () => (await call<{ state: string }>(`GET ${controlPaths.state}`)).state,
    restore: (state) => call(`PUT ${controlPaths.state}`, { body: { state } }),
    faults: () => call(`GET ${controlPaths.faults}`),
    setFaults: (rules) => call(`PUT ${controlPaths.faults}`, { body: rules }),
    journal: (limit) => call(`GET ${controlPaths.journal}`, { query: { limit } }),
    journalAs: async (as, limit, entry) =>
      (await send(`GET ${controlPaths.journal}`, { query: { as, limit, entry } })).text(),
    clearJournal: () => call<unknown>(`DELETE ${controlPaths.journal}`).then(() => undefined),
    async onEvent(listener, onEnd) {
      const stopping = new AbortController();
      const { signal } = stopping;
      const response = await send(`GET ${controlPaths.events}`, { signal });
      void followEvents(response, listener, signal).then(() => {
        if (!signal.aborted) onEnd?.();
      });
      return () => stopping.abort();
    },
    profile: () => call(`GET ${controlPaths.profile}`),
    setProfile: (profile) => call(`PUT ${controlPaths.profile}`, { body: profile }),
    acceptsKey: async (key) => {
      const headers = { authorization: `Bearer ${key}` };
      return (await call<{ accepted: boolean }>(`GET ${controlPaths.key}`, { headers })).accepted;
    },
    providerState: (request) => call(`POST ${controlPaths.providerStates}`, { body: request }),
    worlds: () => call(`GET ${controlPaths.worlds}`),
    dropWorld: (name) => call<unknown>(`DELETE ${pathOf(controlPaths.world, name)}`).then(() => undefined),
    dropIdleWorlds: async (idle) =>
      (await call<{ dropped: number }>(`DELETE ${controlPaths.worlds}`, { query: { idle } })).dropped,
    world: (name) => createControlClient({ ...options, world: name }),
  };
  return client;
}

/** A source as JSON, which has no undefined: generated orders in place of fixtures. */
function bodyOf(source: ResetSource = {}): ResetSource {
  // The mock refuses a source that is no object.
  const hasFixtures = Object.hasOwn(Object(source), "fixtures");
  return hasFixtures ? { ...source, fixtures: source.fixtures ?? "default" } : source;
}

async function errorOf(response: Response): Promise<ControlError> {
  const text = await response.text();
  try {
    const { code, message } = JSON.parse(text);
    if (typeof code === "string" && typeof message === "string")
      return new ControlError(response.status, code, message);
  } catch {
    // Not the mock's: another server answers at the address.
  }
  const message = `${response.url} answered ${response.status}, and not as the mock does. Check the address.`;
  return new ControlError(response.status, "not_the_mock", message);
}

type EventListener = (event: MockEvent) => void;

/** Calls the listener with events until the signal says so or the connection ends. */
async function followEvents(response: Response, listener: EventListener, signal: AbortSignal): Promise<void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done) return;
      text += value;
      for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
        const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1];
        text = text.slice(end + 2);
        if (data !== undefined && !signal.aborted) deliver(JSON.parse(data), listener);
      }
    }
  } catch {
    // Stopped, or the mock is gone: there are no more events.
  }
}

/** An error of the listener is uncaught, as in process; the next event is delivered anyway. */
function deliver(event: MockEvent, listener: EventListener): void {
  try {
    listener(event);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
