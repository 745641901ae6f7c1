/** Requests that any adapter of the mock can carry, to compare the answers. */

export interface AdapterRequest {
  readonly method: string;
  /** Path and query, from /v1 on. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface AdapterAnswer {
  readonly status: number;
  /** Those that the mock sets; what the transport adds is left out. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body with a character for each byte. */
  readonly body: string;
}

const authorization = "Bearer mock-key";
const origin = "http://localhost:5173";

/** @param line method and target, as in `GET /v1/store/orders` */
const plain = (line: string, headers: Record<string, string> = {}): AdapterRequest => {
  const [method = "", target = ""] = line.split(" ");
  return { method, target, headers };
};
export const withKey = (line: string, headers: Record<string, string> = {}) =>
  plain(line, { authorization, ...headers });

/**
 * Requests in order: the effect of a cancel is visible in later lists. Each kind of method, target, header and answer that
 * an adapter carries. Many ids and keys are not needed: one function reads them for all adapters.
 */
export const adapterRequests: readonly AdapterRequest[] = [
  withKey("GET /v1/store/orders"),
  plain("GET /v1/store/orders"),
  plain("GET /v1/store/orders", { authorization: "Bearer" }),
  plain("GET /v1/store/orders", { authorization: "bearer mock-key" }),
  plain("GET /v1/store/orders", { authorization: "Bearer   mock-key" }),
  withKey("HEAD /v1/store/orders"),
  plain("HEAD /v1/store/orders"),
  withKey("OPTIONS /v1/store/orders"),
  plain("OPTIONS /v1/store/orders/204", {
    origin,
    "access-control-request-method": "DELETE",
    "access-control-request-headers": "authorization",
  }),
  withKey("GET /v1/store/orders?limit=1&status=shipped"),
  withKey("GET /v1/store/orders?"),
  withKey("GET /v1/store/orders", { origin }),
  withKey("GET /v1/store/orders/"),
  withKey("POST /v1/store/orders"),
  withKey("PUT /v1/store/orders/204"),
  withKey("PATCH /v1/store/orders/204"),
  withKey("PROPFIND /v1/store/orders"),
  withKey("GET /v1"),
  plain("GET /v1?x=1"),
  withKey("GET /v1/"),
  withKey("GET /v1/nowhere?x=1"),
  withKey("GET /v1//store/orders"),
  withKey("GET /v1/pets/1"),
  plain("DELETE /v1/store/orders/abc", { origin }),
  withKey("DELETE /v1/store/orders/204", { origin }),
  withKey("DELETE /v1/store/orders/204"),
  withKey("GET /v1/store/orders"),
  withKey("DELETE /v1/store/orders/409"),
  withKey("DELETE /v1/store/orders/9007199254740992"),
  withKey("DELETE /v1/store/orders/99999999999999999999"),
  withKey("DELETE /v1/store/orders/1.5"),
  withKey("DELETE /v1/store/orders/%31"),
  withKey("DELETE /v1/store/orders/%zz"),
  withKey("DELETE /v1/store/orders/%20"),
  withKey("DELETE /v1/store/orders/1%2F2"),
  withKey("DELETE /v1/store/orders/2?force=true"),
  withKey("DELETE /v1/store/orders/00409"),
  withKey("DELETE /v1/store/orders/+1"),
  // Separate worlds, and an invalid name.
  ...["~ann", "~a/b"].flatMap((world) =>
    ["DELETE /v1/store/orders/2", "GET /v1/store/orders"].map((line) =>
      plain(line, { authorization: `${authorization}${world}` }),
    ),
  ),
  withKey("GET /v1/store/orders"),
];
// Left out, since Fetch cannot say it: methods TRACE and CONNECT (forbidden), a method in lower case
// (normalised), paths with /../ or /./ and with a #, or beginning with // (taken for a host), bytes that a URL
// must encode, the target *, the absolute form, two Authorization headers.
