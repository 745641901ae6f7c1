/** The page's connection to the mock: the shown world, the state of the connection, and its events. */

import { type ReadonlySignal, signal } from "@preact/signals";
import type { Health } from "../../spec/control-protocol.ts";
import type { MockEvent, PageControl } from "./page-control.ts";

/** `closed`: the mock refuses control, with its reason in `refusal`. `off`: it has no control plane. */
type Connection = "connecting" | "live" | "lost" | "closed" | "off";

export interface SessionOptions {
  /** Opens the control plane with a token, or without. */
  readonly openControl: (token: string | undefined) => PageControl;
  /** Address of the API, ending in `/v1`; may be relative. */
  readonly baseUrl: string;
  readonly world: string;
  readonly token: string | undefined;
  /** Key of the API, without a world. */
  readonly apiKey: string;
}

export type Session = ReturnType<typeof createSession>;

export const startWorld = "default";
/** A new name for a world. */
export const newWorldName = (purpose: string): string =>
  `${purpose}-${crypto.getRandomValues(new Uint32Array(1))[0]!.toString(36)}`;

/** Time in ms between attempts to reach a lost mock. */
const retryMs = 400;
/** Time in ms after which a hidden page closes its connection: a browser has six for one origin. */
const hiddenMs = 20_000;

export function createSession(options: SessionOptions) {
  const connection = signal<Connection>("connecting");
  const refusal = signal("");
  /** Undefined before the first answer. */
  const health = signal<Health>();
  const world = signal(options.world);
  const apiKey = signal(options.apiKey);
  /** Whether the mock accepts the key; undefined before its answer. */
  const isKeyAccepted = signal<boolean>();
  /** The last key and the last token that the mock refused. */
  const refusedKey = signal("");
  const refusedToken = signal<string>();
  let { token } = options;
  const listeners: ((event: MockEvent) => void)[] = [];
  const freshListeners: (() => void)[] = [];
  let root = options.openControl(token);
  /** Ends the stream of the world's events. */
  let leaving = new AbortController();

  /** One control for each world, which shows whether an answer is for the shown world. */
  let controls = new Map<string, PageControl>();
  const controlOf = (name: string) => {
    const control = controls.get(name) ?? (name === startWorld ? root : root.world(name));
    controls.set(name, control);
    return control;
  };
  /** Control of the shown world. */
  const control = () => controlOf(world.value);

  /** The answer of the shown world; undefined after an error, or when another world is shown by then. */
  async function ask<Answer>(
    question: (control: PageControl) => Answer | Promise<Answer>,
  ): Promise<Answer | undefined> {
    const asked = control();
    try {
      const answer = await question(asked);
      return asked === control() ? answer : undefined;
    } catch {
      return undefined;
    }
  }

  async function readHealth(): Promise<void> {
    health.value = (await ask((asked) => asked.health())) ?? health.value;
  }

  /** The key that opens a world. */
  const keyOf = (name: string) => (name === startWorld ? apiKey.value : `${apiKey.value}~${name}`);

  function handle(event: MockEvent): void {
    // Following a dropped world would create it again.
    if (event.event === "dropped") queueMicrotask(() => switchWorld(startWorld));
    // The world may have another seed.
    if (event.event === "reset" || event.event === "restored") void readHealth();
    for (const listener of listeners) listener(event);
  }

  /** Listens to the world's events until the mock ends the stream, or another world is shown. */
  async function follow(left: AbortSignal): Promise<void> {
    const ended = Promise.withResolvers<void>();
    left.addEventListener("abort", () => ended.resolve());
    let stop = () => {};
    try {
      stop = await control().onEvent((event) => left.aborted || handle(event), ended.resolve);
      const current = await control().health();
      if (left.aborted) return;
      health.value = current;
      // A mock of an older kit has no answer.
      const isAccepted = await Promise.resolve(control().acceptsKey(apiKey.value)).catch(() => undefined);
      if (left.aborted) return;
      isKeyAccepted.value = isAccepted;
      connection.value = "live";
      for (const listener of freshListeners) listener();
      await ended.promise;
      if (left.aborted) return;
      connection.value = "lost";
    } catch (error) {
      if (left.aborted) return;
      const { message, status } = error as Error & { status?: number };
      refusal.value = message;
      // A mock without a control plane answers as for any unknown path.
      connection.value = status === 403 ? "closed" : status === 404 ? "off" : "lost";
      refusedToken.value = token;
      // Only a token can open it, which starts again.
      if (status === 403) return;
    } finally {
      stop();
    }
    setTimeout(() => left.aborted || restart(), connection.value === "off" ? hiddenMs : retryMs);
  }

  function restart(): void {
    leaving.abort();
    leaving = new AbortController();
    void follow(leaving.signal);
  }
  function switchWorld(name: string): void {
    if (name === world.value) return;
    world.value = name;
    restart();
  }

  let hiding: ReturnType<typeof setTimeout> | undefined;
  function onVisibility(): void {
    clearTimeout(hiding);
    if (document.hidden) {
      hiding = setTimeout(() => {
        leaving.abort();
        if (connection.value === "live") connection.value = "connecting";
      }, hiddenMs);
    } else if (leaving.signal.aborted) restart();
  }
  document.addEventListener("visibilitychange", onVisibility);
  // After the models have added their listeners.
  queueMicrotask(() => {
    restart();
    onVisibility();
  });

  return {
    connection,
    refusal,
    health,
    world: world as ReadonlySignal<string>,
    apiKey: apiKey as ReadonlySignal<string>,
    isKeyAccepted,
    refusedKey,
    refusedToken,
    baseUrl: options.baseUrl,
    /** The same address with its origin. */
    address: new URL(options.baseUrl, location.href).href,
    ask,
    control,
    controlOf,
    keyOf,
    switchWorld,
    /** Uses another API key, if the mock accepts it. */
    async useKey(key: string) {
      if (await control().acceptsKey(key)) {
        apiKey.value = key;
        isKeyAccepted.value = true;
      } else refusedKey.value = key;
    },
    useToken(given: string) {
      token = given;
      root = options.openControl(token);
      controls = new Map();
      restart();
    },
    /** Called with the events of the shown world. */
    onEvent: (listener: (event: MockEvent) => void) => void listeners.push(listener),
    /** Called when everything must be read again: at the start, in another world, after a restart of the mock. */
    onFresh: (listener: () => void) => void freshListeners.push(listener),
    stop() {
      document.removeEventListener("visibilitychange", onVisibility);
      clearTimeout(hiding);
      leaving.abort();
    },
  };
}
