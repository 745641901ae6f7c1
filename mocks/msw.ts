/** The mock behind Mock Service Worker 3: one handler per operation, all on one set of orders. */

import { HttpHandler } from "msw/http";
import { ordersPath, versionPrefix } from "../spec/wire.ts";
import { answerFetch } from "./fetch-door.ts";
import { createMock, type Mock, type MockOptions } from "./mock.ts";

export interface HandlerOptions extends MockOptions {
  /**
   * The base address the application calls. A relative one works in a browser.
   * Default: any host, with the path prefix `/v1`.
   */
  readonly baseUrl?: string;
  /** A mock to put behind the handlers instead of one of their own. */
  readonly mock?: Mock;
}

/**
 * Handlers for a `setupServer` or `setupWorker` of yours: listOrders, cancelOrder,
 * then one that answers everything else under the base address as the service would.
 * `resetHandlers()` puts the orders back, too.
 * @throws {BadInput} for options that cannot be used
 */
export function createHandlers(options: HandlerOptions = {}): HttpHandler[] {
  const { baseUrl = `*${versionPrefix}`, mock = createMock(options) } = options;
  const base = baseUrl.replace(/\/+$/, "");
  const targetOf = createTargetReader(base);
  const answer = ({ request }: { request: Request }) => answerFetch(mock, request, targetOf(request.url));

  /** MSW calls `reset()` on each handler it keeps when a test calls `resetHandlers()`. */
  class OperationHandler extends HttpHandler {
    override reset(): void {
      super.reset();
      mock.control.reset();
    }
  }
  return [
    new OperationHandler("GET", `${base}${ordersPath}`, answer),
    new OperationHandler("DELETE", `${base}${ordersPath}/:orderId`, answer),
    new OperationHandler(/.*/, `${base}/*`, answer),
  ];
}

/** How a URL of the application becomes a request target of the mock. */
function createTargetReader(base: string): (url: string) => string {
  if (base.startsWith("*")) {
    const path = base.slice(1);
    return (url) => {
      const { pathname, search } = new URL(url);
      return versionPrefix + pathname.slice(pathname.indexOf(`${path}/`) + path.length) + search;
    };
  }
  // A URL without a path has the path "/" all the same.
  const basePath = new URL(base, "http://localhost").pathname.replace(/\/$/, "");
  return (url) => {
    const { pathname, search } = new URL(url);
    return versionPrefix + pathname.slice(basePath.length) + search;
  };
}
