/**
 * Keeps other sites out of the control plane. A page on another site can make a browser send requests to loopback; its
 * Origin, its Host (after DNS rebinding) or Sec-Fetch-Site shows that.
 */

import { controlTokenHeader } from "../../spec/control-protocol.ts";
import { isLoopbackHost, isLoopbackOrigin } from "../http/origins.ts";
import { busyReply, errorReply, headerOf, type MockReply, type MockRequest } from "../http/reply.ts";

export interface ControlAccess {
  /** The token that every request needs, except for health. */
  readonly token?: string | undefined;
  /** Whether only this machine can reach the adapter. Other machines need a token. */
  readonly loopback: boolean;
  /** Maximum number of bytes of the body of a reset; a snapshot may have a tenth of it. Default: 10 MB. */
  readonly bodyLimit?: number | undefined;
}

/** The answer to a health check about more than that the mock is alive. */
export const notReady = busyReply(
  "not_ready",
  "The mock is alive but not ready: it is stopping, or cannot reach where its state is kept.",
);

/** Some 80,000 orders. */
export const defaultBodyLimit = 10_000_000;
/** Maximum number of bytes of a body that is not a list of orders. */
export const shortBodyLimit = 65_536;

/** The answer to a body that has not been kept, because many others are. */
export const tooManyBodies = busyReply(
  "too_many_bodies",
  "The mock is reading too many large request bodies. Send them one after the other.",
);

export function bodyTooLarge(limit: number): MockReply {
  const hint = limit <= shortBodyLimit ? "" : " The mock's --control-body-limit MB allows more.";
  return errorReply(413, "body_too_large", `The request body is larger than ${limit} bytes.${hint}`);
}

/** The reason for which a request may not use the control plane; undefined where it may. */
export function controlRefusal(
  { headers, local, anyOrigin }: Pick<MockRequest, "headers" | "local" | "anyOrigin">,
  access: ControlAccess,
): string | undefined {
  if (access.token !== undefined) {
    if (isSame(headerOf(headers, controlTokenHeader) ?? "", access.token)) return undefined;
    return `The control plane asks for its token. Send it as ${controlTokenHeader}.`;
  }
  if (anyOrigin) return undefined;
  if (!access.loopback && local !== true) {
    return "The control plane is closed beyond this machine. Start the mock with --control-token to open it.";
  }
  const host = headerOf(headers, "host");
  if (host !== undefined && !isLoopbackHost(hostnameOf(host))) {
    return `The control plane answers to this machine's own names only, got Host ${host.slice(0, 80)}.`;
  }
  const origin = headerOf(headers, "origin");
  if (origin !== undefined) {
    return isLoopbackOrigin(origin)
      ? undefined
      : `The control plane is closed to other sites, got Origin ${origin.slice(0, 80)}. With --control-token, it is open to those that send the token.`;
  }
  return headerOf(headers, "sec-fetch-site") === "cross-site"
    ? "The control plane is closed to other sites."
    : undefined;
}

/**
 * Whether two texts are equal. The time does not depend on the place of a difference, so that a token cannot be guessed
 * letter by letter.
 */
function isSame(given: string, token: string): boolean {
  let difference = given.length ^ token.length;
  for (let index = 0; index < token.length; index++)
    difference |= given.charCodeAt(index % (given.length || 1)) ^ token.charCodeAt(index);
  return difference === 0;
}

function hostnameOf(host: string): string {
  return host.replace(/:\d+$/, "");
}
