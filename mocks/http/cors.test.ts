import { describe, expect, test } from "vitest";
import { createMock } from "../mock.ts";
import { callMock, errorAnswer } from "../testing/call-mock.ts";

const origin = "http://localhost:5173";
const corsHeaders = {
  "access-control-allow-origin": origin,
  "access-control-allow-credentials": "true",
  vary: "Origin",
};

describe("a preflight", () => {
  const preflight = (path: string, headers: Record<string, string> = {}) =>
    callMock(createMock(), `OPTIONS ${path}`, {
      key: null,
      headers: { origin, "access-control-request-method": "DELETE", ...headers },
    });

  test.each(["/v1/store/orders", "/v1/store/orders/1001", "/v1/store/orders/abc", "/v1/nowhere"])(
    "of %s needs no key, since a browser sends none",
    (path) => {
      const { status, headers, text } = preflight(path);
      expect([status, text, headers["content-length"]]).toEqual([204, "", undefined]);
      expect(headers).toMatchObject({
        ...corsHeaders,
        "access-control-allow-methods": expect.stringMatching(/GET.*DELETE/),
        "access-control-allow-headers": "Authorization, Content-Type",
        // A public page may reach a mock on this machine.
        "access-control-allow-private-network": "true",
      });
    },
  );

  test("allows the headers that the page asks for", () => {
    const asked = { "access-control-request-headers": "authorization,x-trace-id" };
    expect(preflight("/v1/store/orders", asked).headers["access-control-allow-headers"]).toBe(
      "authorization,x-trace-id",
    );
  });

  test("names the method that it asks for: any other OPTIONS needs the key", () => {
    const plain = callMock(createMock(), "OPTIONS /v1/store/orders", { key: null, headers: { origin } });
    expect(plain.status).toBe(401);
    const get = { "access-control-request-method": "DELETE" };
    expect(callMock(createMock(), "GET /v1/store/orders", { key: null, headers: get }).status).toBe(401);
  });
});

describe("an answer to a page of another origin", () => {
  test.each([
    ["GET /v1/store/orders", 200],
    ["HEAD /v1/store/orders", 200],
    ["DELETE /v1/store/orders/1001", 204],
    ["DELETE /v1/store/orders/1002", 409],
    ["DELETE /v1/store/orders/1", 404],
    ["POST /v1/store/orders", 405],
    ["GET /v1/nowhere", 404],
    ["GET /v1/pets/1", 501],
  ])("may be read: %s, %i", (line, status) => {
    const reply = callMock(createMock(), line, { headers: { origin } });
    expect(reply.status).toBe(status);
    expect(reply.headers).toMatchObject(corsHeaders);
  });

  test("may be read when it is a 401 too, challenge and length included", () => {
    const { status, headers } = callMock(createMock(), "GET /v1/store/orders", {
      key: null,
      headers: { origin },
    });
    expect([status, headers]).toMatchObject([401, corsHeaders]);
    const exposed = headers["access-control-expose-headers"]?.toLowerCase().split(", ");
    expect(exposed).toEqual(expect.arrayContaining(["www-authenticate", "content-length", "allow"]));
  });

  test("has no header about origins for a client that names none", () => {
    const { headers } = callMock(createMock(), "GET /v1/store/orders");
    expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  });
});

describe("a page beyond this machine", () => {
  const preflight = { "access-control-request-method": "DELETE" };

  test.each(["https://shop.test", "null", "moz-extension://localhost"])(
    "of %s may call only once its origin is named",
    (from) => {
      for (const line of ["GET /v1/store/orders", "DELETE /v1/store/orders/1", "GET /v1/nowhere"]) {
        const { headers } = callMock(createMock(), line, { headers: { origin: from } });
        expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
        expect(headers.vary).toBe("Origin");
        expect(headers["x-mock-why"]).toContain(
          `pages of ${from} may not read this, --allow-origin lets them: `,
        );
      }
      const refused = callMock(createMock(), "OPTIONS /v1/store/orders/1", {
        key: null,
        headers: { origin: from, ...preflight },
      });
      expect(refused).toMatchObject(errorAnswer(403, "origin_not_allowed"));
      expect(refused.text).toContain(`got Origin ${from}. Name it with --allow-origin`);
      expect(refused.headers).not.toHaveProperty("access-control-allow-origin");
    },
  );

  test.each(["https://shop.test", "null", "moz-extension://0b3c"])(
    "of %s may call once it is named",
    (from) => {
      const mock = createMock({ allowOrigins: ["https://other.test", from] });
      const get = callMock(mock, "GET /v1/store/orders", { headers: { origin: from } });
      expect(get.headers["access-control-allow-origin"]).toBe(from);
      const asked = callMock(mock, "OPTIONS /v1/store/orders/1", {
        key: null,
        headers: { origin: from, ...preflight },
      });
      expect(asked.headers["access-control-allow-origin"]).toBe(from);
      const other = callMock(mock, "GET /v1/store/orders", { headers: { origin: "https://evil.test" } });
      expect(other.headers).not.toHaveProperty("access-control-allow-origin");
    },
  );
});
