import fc from "fast-check";
import { expect, test } from "vitest";
import { parseJson } from "../../base/json.ts";
import { anyProfile } from "../../spec/testing/any-profile.ts";
import { createMock } from "../mock.ts";
import { anyText } from "../testing/any-text.ts";
import { proofSeed } from "../testing/create-draw.ts";
import type { MockReply, MockRequest } from "./reply.ts";

const methods = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("GET", "DELETE", "HEAD", "OPTIONS") },
  { weight: 2, arbitrary: fc.constantFrom("POST", "PUT", "PATCH", "TRACE", "CONNECT", "PROPFIND", "get") },
  // Names that every object has must not pass for operations.
  { weight: 1, arbitrary: fc.constantFrom("constructor", "toString", "__proto__", "hasOwnProperty") },
  { weight: 1, arbitrary: fc.string() },
);
const segments = fc.oneof(
  fc.constantFrom("204", "409", "410", "404", "abc", "007", "%32", "%zz", "9223372036854775808", "", ".."),
  fc.bigInt().map(String),
  anyText,
);
const targets = fc.oneof(
  fc.constantFrom("/v1/store/orders", "/v1/store/orders?limit=1", "/v1", "/v1?x", "/v1/", "/v1/pets/1"),
  segments.map((segment) => `/v1/store/orders/${segment}`),
  segments.map((segment) => `/v1/pets/${segment}`),
  fc.array(segments, { maxLength: 5 }).map((path) => `/v1/${path.join("/")}`),
);
const elsewhere = fc.oneof(
  fc.constantFrom("*", "//x", "", "/", "/v1x", "http://h/v1", "/_mock", "/_mock/health", "/_mock/profile"),
  fc.constantFrom("/_mock/orders/204/ship", "/_mock/reset", "/_mock/provider-states", "/_mock/constructor"),
  segments.map((segment) => `/_mock/orders/${segment}/ship`),
  anyText,
);

/** Values of headers as a socket may bring them (RFC 9110, 5.5). */
const values = fc
  .string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)) })
  .map((value) => value.replace(/\x7f/g, "").trim());
const headers = fc.record(
  {
    authorization: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom<string | string[]>("Bearer mock-key", "bearer mock-key") },
      fc.constantFrom<string | string[]>("Bearer wrong", "Bearer", "Basic eA==", ["Bearer mock-key"], []),
      values,
    ),
    origin: fc.oneof(fc.constantFrom("null", "http://localhost:5173"), values),
    host: fc.oneof(fc.constant("127.0.0.1:4010"), values),
    "access-control-request-method": fc.constantFrom("DELETE", "GET"),
    "access-control-request-headers": values,
    "x-anything": values,
  },
  { requiredKeys: [] },
);
const bodies = fc.option(fc.oneof(fc.json(), fc.string()), { nil: undefined });

const isPreflight = ({ method, headers }: MockRequest) =>
  method === "OPTIONS" && "access-control-request-method" in headers;
const bytesOf = ({ body }: MockReply) => Buffer.concat(body);

/** Checks what is true of every answer. */
function expectSound(request: MockRequest, reply: MockReply): void {
  const bytes = bytesOf(reply);
  // Whatever was reflected, the adapter must be able to send it.
  expect(() => new Headers(reply.headers)).not.toThrow();
  if (reply.status === 204) {
    expect(reply.headers).not.toHaveProperty("content-length");
    expect(bytes.length).toBe(0);
    return;
  }
  if (request.method === "HEAD") {
    expect(bytes.length).toBe(0);
    expect(reply.headers["content-length"]).toMatch(/^\d+$/);
    return;
  }
  expect(reply.headers["content-length"]).toBe(String(bytes.length));
  if (bytes.length > 0) expect(reply.headers["content-type"]).toBeDefined();
  if (reply.status >= 400 && reply.status !== 409) {
    expect(reply.headers["content-type"]).toMatch(/^application\/(?:problem\+)?json\b/);
    const error = parseJson(bytes.toString());
    expect(error).toEqual({
      code: expect.stringMatching(/^[a-z_]+$/),
      message: expect.stringMatching(/\S/),
      status: BigInt(reply.status),
    });
  }
}

const request = (target: fc.Arbitrary<string>): fc.Arbitrary<MockRequest> =>
  fc
    .record({ method: methods, target, headers, body: bodies })
    .map(({ body, ...rest }) => (body === undefined ? rest : { ...rest, body }));

test.each<[string, unknown]>([
  ["no request", undefined],
  ["a request without headers", { method: "GET", target: "/v1/store/orders" }],
  ["a header that is a number", { method: "GET", target: "/v1", headers: { authorization: 1, origin: 1 } }],
])("%s, from code without types, is answered with an Error", (_name, given) => {
  const reply = createMock().handle(given as MockRequest);
  expect(reply.status).toBe(500);
  expect(parseJson(bytesOf(reply).toString())).toMatchObject({ code: "mock_fault", status: 500n });
});

const knownOfApi = new Set([200, 204, 308, 400, 401, 403, 404, 405, 409, 422, 501]);
const knownElsewhere = new Set([200, 204, 400, 403, 404, 405]);

test("any request gets a valid answer with an expected status; under /v1 only a cancel with the key changes an order", () => {
  const requests = fc.array(request(fc.oneof(targets, elsewhere)), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(anyProfile, requests, (profile, story) => {
      const mock = createMock({ fixtures: "magic", profile });
      for (const one of story) {
        const before = mock.control.orders();
        const reply = mock.handle(one);
        expectSound(one, reply);
        const isOfApi = /^\/v1(?:[/?]|$)/.test(one.target);
        expect(isOfApi ? knownOfApi : knownElsewhere).toContain(reply.status);
        if (!isOfApi) continue;
        // A page of another origin gets a reason.
        if (isPreflight(one)) expect([204, 403]).toContain(reply.status);
        else if (!/^bearer mock-key$/i.test(String(one.headers.authorization)))
          expect(reply.status).toBe(401);
        else expect(reply.status).not.toBe(403);
        if (reply.status === 204) expect(["DELETE", "OPTIONS"]).toContain(one.method);
        const changed = mock.control.orders().filter(({ status }, index) => status !== before[index]!.status);
        const isCancelled = one.method === "DELETE" && reply.status === 204;
        expect(changed.map(({ status }) => status)).toEqual(isCancelled ? ["cancelled"] : []);
      }
    }),
    { seed: proofSeed, numRuns: 600 },
  );
});
