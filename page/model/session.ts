/** The page's line to the mock: which world, whether it is there, what it tells, and how the API is called. */

import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Health, MockEvent, PageControl } from "./page-control.ts";

/** `closed`: the mock is there and refuses control; its reason is in `refusal`. */
export type Connection = "connecting" | "live" | "lost" | "closed";

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

export interface Session {
  readonly connection: ReadonlySignal<Connection>;
  readonly refusal: ReadonlySignal<string>;
  /** Of the world that is shown; undefined before the first answer. */
  readonly health: ReadonlySignal<Health | undefined>;
  readonly world: ReadonlySignal<string>;
  readonly apiKey: Signal<string>;
  readonly baseUrl: string;
  /** Of the world that is shown. */
  control(): PageControl;
  controlOf(world: string): PageControl;
  /** The key that opens a world. */
  keyOf(world: string): string;
  switchWorld(name: string): void;
  useToken(token: string): void;
  /** Told what happens in the world that is shown. */
  onEvent(listener: (event: MockEvent) => void): void;
  /** Told when everything must be read anew: at the start, in another world, after a restart of the mock. */
  onFresh(listener: () => void): void;
  /** Calls the API as an application would, with the key of the world. */
  callApi(method: string, path: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** Reads how many orders there are. */
  refreshHealth(): Promise<void>;
  stop(): void;
}

export const startWorld = "default";
/** Between attempts to find a lost mock (milliseconds). */
const retryMs = 400;
/** A hidden page gives its connection back after so long: a browser has six for one origin. */
const hiddenMs = 20_000;

export function createSession(options: SessionOptions): Session {
  const connection = signal<Connection>("connecting");
  const refusal = signal("");
  const health = signal<Health>();
  const world = signal(options.world);
  const apiKey = signal(options.apiKey);
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
  const control = () => controlOf(world.value);

  async function refreshHealth(): Promise<void> {
    const told = await control().health();
    if (told.world === world.value) health.value = told;
  }

  /** Follows the world for as long as it is shown, over every restart of the mock. */
  async function follow(left: AbortSignal): Promise<void> {
    while (!left.aborted) {
      let stop = () => {};
      try {
        const ended = Promise.withResolvers<void>();
        stop = await control().onEvent((event) => {
          // Following it on would make it anew.
          if (event.event === "dropped") queueMicrotask(() => switchWorld(startWorld));
          for (const listener of left.aborted ? [] : listeners) listener(event);
        }, ended.resolve);
        if (left.aborted) break;
        await refreshHealth();
        connection.value = "live";
        for (const listener of freshListeners) listener();
        await Promise.race([ended.promise, aborted(left), longHidden(left)]);
        if (left.aborted) break;
        connection.value = "lost";
      } catch (error) {
        if (left.aborted) break;
        const isRefused = (error as { status?: number }).status === 403;
        refusal.value = (error as Error).message;
        connection.value = isRefused ? "closed" : "lost";
        // Only a token can open it, and that starts anew.
        if (isRefused) return;
      } finally {
        stop();
      }
      await seen(left);
      await delayed(retryMs, left);
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
    world,
    apiKey,
    baseUrl: options.baseUrl,
    control,
    controlOf,
    keyOf: (name) => (name === startWorld ? apiKey.value : `${apiKey.value}~${name}`),
    switchWorld,
    useToken(token) {
      root = options.openControl(token);
      controls = new Map();
      connection.value = "connecting";
      restart();
    },
    onEvent: (listener) => void listeners.push(listener),
    onFresh: (listener) => void freshListeners.push(listener),
    callApi(method, path, headers = {}) {
      const key = world.value === startWorld ? apiKey.value : `${apiKey.value}~${world.value}`;
      return fetch(options.baseUrl + path, {
        method,
        headers: { authorization: `Bearer ${key}`, ...headers },
        cache: "no-store",
      });
    },
    refreshHealth,
    stop: () => leave(),
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

function delayed(ms: number, left: AbortSignal): Promise<unknown> {
  return Promise.race([new Promise((resolve) => setTimeout(resolve, ms)), aborted(left)]);
}

/** Resolves when the page has been out of sight for long. */
function longHidden(left: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      if (document.hidden) timer = setTimeout(resolve, hiddenMs);
    };
    document.addEventListener("visibilitychange", look, { signal: left });
    look();
  });
}

/** Resolves when the page can be seen. */
function seen(left: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!document.hidden || left.aborted) resolve();
    };
    document.addEventListener("visibilitychange", look, { signal: left });
    left.addEventListener("abort", look);
    look();
  });
}
