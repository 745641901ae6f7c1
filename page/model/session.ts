/** The page's line to the mock: which world, whether it is there, what it tells, and how the API is called. */

import { type ReadonlySignal, signal } from "@preact/signals";
import { clientHeader } from "../../spec/control-protocol.ts";
import type { Health, MockEvent, PageControl } from "./page-control.ts";
import { delayed, hiddenFor, over, seen } from "./waiting.ts";

/** `closed`: the mock refuses control, its reason is in `refusal`. `off`: it has no control plane. */
export type Connection = "connecting" | "live" | "lost" | "closed" | "off";

export interface SessionOptions {
  /** Opens the control plane with a token, or without. */
  readonly openControl: (token: string | undefined) => PageControl;
  /** Of the API, ending in `/v1`; may be relative. */
  readonly baseUrl: string;
  readonly world: string;
  readonly token: string | undefined;
  /** Of the API, without a world. */
  readonly apiKey: string;
}

export type Session = ReturnType<typeof createSession>;

export const startWorld = "default";
/** Between attempts to find a lost mock (milliseconds). */
const retryMs = 400;
/** A hidden page gives its connection back after so long: a browser has six for one origin. */
const hiddenMs = 20_000;
/** Between two counts of the orders (milliseconds). */
const countMs = 150;

export function createSession(options: SessionOptions) {
  const connection = signal<Connection>("connecting");
  const refusal = signal("");
  /** Of the world that is shown; undefined before the first answer. */
  const health = signal<Health>();
  const world = signal(options.world);
  const apiKey = signal(options.apiKey);
  /** Whether the mock lets calls with that key in; undefined before its answer. */
  const isKeyAccepted = signal<boolean>();
  /** Whether a token was given, and refused. */
  const isTokenWrong = signal(false);
  let token = options.token;
  const listeners: ((event: MockEvent) => void)[] = [];
  const freshListeners: (() => void)[] = [];
  let root = options.openControl(options.token);
  /** Ends the loop that is running. */
  let leave = () => {};

  /** One control for a world, by which an answer's world is known. */
  let controls = new Map<string, PageControl>();
  const controlOf = (name: string) => {
    const control = controls.get(name) ?? (name === startWorld ? root : root.world(name));
    controls.set(name, control);
    return control;
  };
  /** Of the world that is shown. */
  const control = () => controlOf(world.value);

  /** The key that opens a world. */
  const keyOf = (name: string) => (name === startWorld ? apiKey.value : `${apiKey.value}~${name}`);

  async function refreshHealth(): Promise<void> {
    const told = await control().health();
    if (told.world === world.value) health.value = told;
  }

  async function checkKey(): Promise<void> {
    const key = apiKey.value;
    // A mock of an older kit cannot tell.
    const isAccepted = await Promise.resolve(control().acceptsKey(key)).catch(() => undefined);
    if (key === apiKey.value) isKeyAccepted.value = isAccepted;
  }

  let counting: ReturnType<typeof setTimeout> | undefined;
  /** Many changes at once are counted once. */
  function countSoon(): void {
    if (counting !== undefined) return;
    counting = setTimeout(() => {
      counting = undefined;
      void refreshHealth().catch(() => {});
    }, countMs);
  }

  function hear(event: MockEvent): void {
    // Following it on would make it anew.
    if (event.event === "dropped") queueMicrotask(() => switchWorld(startWorld));
    if (event.event === "orders" || event.event === "reset" || event.event === "restored") countSoon();
    for (const listener of listeners) listener(event);
  }

  /** Follows the world once, until the mock ends it, or the page is left or hidden for long. */
  async function followOnce(left: AbortSignal): Promise<void> {
    const ended = Promise.withResolvers<void>();
    const leaving = new AbortController();
    const parting = AbortSignal.any([left, leaving.signal]);
    let isEnded = false;
    const stop = await control().onEvent(
      (event) => left.aborted || hear(event),
      () => {
        isEnded = true;
        ended.resolve();
      },
    );
    try {
      if (left.aborted) return;
      await refreshHealth();
      await checkKey();
      connection.value = "live";
      isTokenWrong.value = false;
      for (const listener of freshListeners) listener();
      await Promise.race([over(ended.promise, parting), hiddenFor(hiddenMs, parting)]);
      if (!left.aborted) connection.value = isEnded ? "lost" : "connecting";
    } finally {
      leaving.abort();
      stop();
    }
  }

  /** Follows the world for as long as it is shown, over every restart of the mock. */
  async function follow(left: AbortSignal): Promise<void> {
    while (!left.aborted) {
      try {
        await followOnce(left);
      } catch (error) {
        if (left.aborted) return;
        refusal.value = (error as Error).message;
        const { status } = error as { status?: number };
        // A mock without control answers as for any path that it does not have.
        connection.value = status === 403 ? "closed" : status === 404 ? "off" : "lost";
        isTokenWrong.value = status === 403 && token !== undefined;
        // Only a token can open it, and that starts anew.
        if (status === 403) return;
      }
      await seen(left);
      if (connection.value === "lost") await delayed(retryMs, left);
      if (connection.value === "off") await delayed(hiddenMs, left);
    }
  }

  function restart(): void {
    leave();
    const leaving = new AbortController();
    leave = () => leaving.abort();
    void follow(leaving.signal);
  }
  function switchWorld(name: string): void {
    if (name === world.value) return;
    world.value = name;
    restart();
  }
  // In the next turn: whoever made the session listens by then.
  queueMicrotask(restart);

  return {
    connection,
    refusal,
    health,
    world: world as ReadonlySignal<string>,
    apiKey: apiKey as ReadonlySignal<string>,
    isKeyAccepted,
    isTokenWrong,
    baseUrl: options.baseUrl,
    /** The same with its origin. */
    address: new URL(options.baseUrl, location.href).href,
    control,
    controlOf,
    keyOf,
    switchWorld,
    /** Takes another API key, and asks the mock whether it is one. */
    async useKey(key: string) {
      apiKey.value = key;
      await checkKey();
    },
    useToken(given: string) {
      token = given;
      root = options.openControl(token);
      controls = new Map();
      connection.value = "connecting";
      restart();
    },
    /** Told what happens in the world that is shown. */
    onEvent: (listener: (event: MockEvent) => void) => void listeners.push(listener),
    /** Told when everything must be read anew: at the start, in another world, after a restart of the mock. */
    onFresh: (listener: () => void) => void freshListeners.push(listener),
    /** Calls the API as an application would, with the key of the world. */
    callApi: (method: string, path: string, headers: Readonly<Record<string, string>> = {}) =>
      fetch(options.baseUrl + path, {
        method,
        headers: { authorization: `Bearer ${keyOf(world.value)}`, [clientHeader]: "page", ...headers },
        cache: "no-store",
      }),
    stop: () => leave(),
  };
}
