/** Wrong servers that are open to request targets in another form (RFC 9112, 3.2). */

import { letIn } from "../broken/broken-server.ts";
import type { WireServer } from "./wire-server.ts";

/** A key is not asked for where the request target is in another form than usual. */
const openTo = (id: string, what: string, pattern: RegExp): WireServer => ({
  id: `wire-open-to-${id}`,
  description: `No key is needed where the request target ${what}.`,
  caughtBy: ["authentication/other-spelling-gives-no-orders"],
  blames: /^authentication\/|^cancel-order\//,
  answer:
    (_mock, handle) =>
    ({ request, reply }) => {
      const path = pattern.exec(request.target)?.groups?.path;
      return path === undefined ? reply : handle({ ...letIn(request), target: `/v1${path}` });
    },
});
const path = "(?<path>/store/orders(?:/\\d+)?)";
export const wrongTargets: readonly WireServer[] = [
  openTo("an-address", "is a whole address", new RegExp(`^http://[^/]+/v1${path}$`)),
  openTo("two-slashes", "begins with two slashes", new RegExp(`^//v1${path}$`)),
  openTo("no-version", "has no version", new RegExp(`^${path}$`)),
];
