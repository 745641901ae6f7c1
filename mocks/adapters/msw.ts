/** The mock behind Mock Service Worker 2 or 3, in Node and in a browser: handlers on one set of orders. */

// Both majors export these from their root, and from no other module.
import { HttpHandler, passthrough } from "msw";
import { isUnder, ordersPath, versionPrefix } from "../../spec/wire.ts";
import { answerFetch } from "../answer-fetch.ts";
import { keepWorlds, type TextStorage } from "../control/keep-worlds.ts";
import { field, word } from "../core/field.ts";
import { withCors } from "../http/origins.ts";
import type { MockReply, MockRequest } from "../http/reply.ts";
import { createMock } from "../mock.ts";
import { takeMockOptions } from "../mock-options.ts";
import { createTargetReader, isControl, type MountOptions, mountReaders } from "./mount.ts";

export interface HandlerOptions extends MountOptions {
  /**
   * The base address that the application calls. A relative one works in a browser. Default: any host, with the path prefix
   * `/v1`.
   */
  readonly baseUrl?: string;
  /**
   * The worlds that `resetHandlers()` resets: every world, or only the one of a key without a name, for simultaneous tests
   * in separate worlds. Default: `every world`.
   */
  readonly resets?: "every world" | "start world";
  /** `passthrough` lets every request that is not for orders go to the real server. Default: the mock answers it. */
  readonly fallback?: "passthrough";
  /**
   * Keeps the orders over a reload of the page: `sessionStorage` for each tab, `localStorage` for all tabs of the origin
   * together. Default: a reload resets them.
   */
  readonly storage?: TextStorage;
}

const readers = {
  // `api.shop.test/v1` would be read as a path, and never match a request.
  baseUrl: field(
    "a URL with its scheme, a path that begins with /, or * and a path, as in https://api.shop.test/v1, without a user, a query or a fragment",
    (value) => {
      if (typeof value !== "string") return undefined;
      if (/[?#]/.test(value)) return undefined;
      const url = /^https?:\/\//i.test(value) && URL.canParse(value) ? new URL(value) : undefined;
      const isAddress = url ? url.username + url.password === "" : value === "*" || /^\*?\//.test(value);
      return isAddress ? value : undefined;
    },
  ),
  ...mountReaders,
  resets: word("every world", "start world"),
  fallback: word("passthrough"),
  storage: field("an object with getItem and setItem, as sessionStorage", (value) => {
    const { getItem, setItem } = (value ?? {}) as Partial<TextStorage>;
    return typeof getItem === "function" && typeof setItem === "function" ? value : undefined;
  }),
};

/**
 * Handlers for `setupServer` or `setupWorker`: for all paths under the base address, and for the control plane.
 * `resetHandlers()` also resets the orders.
 * @throws {BadInput} for options that cannot be used
 */
export function createHandlers(options: HandlerOptions = {}): HttpHandler[] {
  const mockOptions = takeMockOptions(options, readers);
  const { baseUrl = `*${versionPrefix}`, mock = createMock(mockOptions), storage } = options;
  const readTarget = createTargetReader(baseUrl, options);
  const kept = storage && keepWorlds(mock.control, storage, `store-orders-kit ${baseUrl}`);
  const handle = (request: MockRequest) => {
    kept?.load();
    // Every page that calls is in this process, as is a simulated browser.
    const reply = withCors(mock.handle({ ...request, anyOrigin: true }), request);
    kept?.save();
    return reply;
  };
  const targetOf = ({ url }: Request) => readTarget(new URL(url));
  const isPassedOn = (target: string) =>
    options.fallback === "passthrough" && !isUnder(target, versionPrefix + ordersPath) && !isControl(target);

  function answer({ request }: { request: Request }): Response | Promise<Response> {
    const target = targetOf(request) ?? versionPrefix;
    if (!isPassedOn(target)) return answerFetch(handle, request, target);
    mock.note(
      { method: request.method, target, headers: Object.fromEntries(request.headers) },
      passedThrough,
    );
    return passthrough();
  }

  class MockHandler extends HttpHandler {
    /** Called by MSW from 2.14 on, when a test calls `resetHandlers()`. */
    override reset(): void {
      super.reset();
      if (options.resets === "start world") mock.control.reset();
      else mock.control.resetAll();
    }
  }
  return [new MockHandler(/.*/, ({ request }) => targetOf(request) !== undefined, answer)];
}

/** The journal's reason for a request that the mock did not answer. */
const passedThrough: MockReply = {
  status: 0,
  headers: {},
  body: [],
  why: "passed through to the real server",
};
