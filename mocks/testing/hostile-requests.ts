/** Requests with heads that are expensive for a mock: long, repeated, almost right. */

import { createDraw } from "./create-draw.ts";
import { writeRequest } from "./raw-socket.ts";

export interface HostileRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Characters that node:http mostly accepts in a request's head. */
const headLength = 15_000;
const pieces = [
  ..."~~~~~~,,,,;;;;====%%%%////....----____++++0000111199998888aaaabbbbZZZZ    ",
  ...["~a", "mock-key~", "Bearer ", "%20", "%30", "%2F", "%zz", "1e", "e+", ", ", "; ", '="', '\\"', '"'],
  ...["code=", "wait=", "../", "//", "?a=", "&a=", "..", "\t", "\u00a0", "*", "null", "http://", "[::1]"],
];
const headerNames = [
  ...["authorization", "origin", "access-control-request-headers", "host", "cookie", "accept"],
  ...["user-agent", "x-mock-control-token"],
];

const paths = [
  "/v1/store/orders",
  "/v1/store/orders/",
  "/v1/store/orders?",
  "/v1/",
  "/",
  "/_mock/",
  "/_mock/worlds?world=",
];

/** The next of a seed's requests. */
export function createHostileRequests(seed: number): {
  readonly next: () => HostileRequest;
  /** One or two pieces many times, sometimes with another end, so that more than linear time is visible. */
  readonly repeat: (length: number) => string;
} {
  const below = createDraw(seed);
  const pick = <T>(values: readonly T[]): T => values[below(values.length)]!;
  const repeat = (length: number) => {
    const unit = pick(pieces) + (below(2) === 0 ? pick(pieces) : "");
    const text = unit.repeat(Math.ceil(length / unit.length)) + pick(["", "x", "1", "~", '"', "!"]);
    return text.slice(-length);
  };
  return {
    repeat,
    next() {
      // One of the parts has what the others leave.
      const lengths = Array.from({ length: 4 }, () => below(500));
      lengths[below(4)] = headLength - 2000;
      const [one, two, key, path] = lengths as [number, number, number, number];
      const headers: Record<string, string> = {
        authorization: "Bearer mock-key",
        [pick(headerNames)]: repeat(1 + one),
        [pick(headerNames)]: repeat(1 + two),
      };
      if (key > 250) headers.authorization = `Bearer ${pick(["", "mock-key~"])}${repeat(key)}`;
      const method = pick(["GET", "DELETE", "HEAD", "OPTIONS", "PUT", "POST"]);
      return { method, target: pick(paths) + repeat(1 + path), headers };
    },
  };
}

/**
 * The bytes of a request on its own connection. Characters that a head cannot have are percent-encoded or left out, and so
 * are headers that make the mock wait for minutes.
 */
export function bytesOfRequest({ method, target, headers }: HostileRequest): Buffer {
  const fields = Object.entries(headers).map(([name, value]) => [name, value.replace(/[^ -~]|wait/g, "")]);
  const path = target.replace(/[^!-~]/g, (character) => encodeURIComponent(character));
  const usual = { host: "127.0.0.1", authorization: undefined };
  return writeRequest(`${method} ${path}`, { ...usual, ...Object.fromEntries(fields) });
}
