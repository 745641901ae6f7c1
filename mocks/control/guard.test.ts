import { describe, expect, test } from "vitest";
import { createMock } from "../mock.ts";
import type { MockOptions } from "../mock-options.ts";
import { callMock, errorAnswer } from "../testing/call-mock.ts";
import { controlRefusal } from "./guard.ts";

const loopback = { loopback: true };

describe("on this machine", () => {
  test.each([
    {},
    { host: "localhost:4010" },
    { host: "[::1]:4010", "sec-fetch-site": "none" },
    { host: "localhost:4010", origin: "http://localhost:5173", "sec-fetch-site": "same-site" },
    // Two ports of one machine are cross-site where one is a name and one an address.
    { host: "127.0.0.1:4010", origin: "https://localhost:5173", "sec-fetch-site": "cross-site" },
    { host: "localhost:4010", "sec-fetch-site": "same-origin" },
  ])("%j may use the control plane", (headers) => {
    expect(controlRefusal({ headers }, loopback)).toBeUndefined();
  });
  test.each([
    ...["", "shop.test", "192.168.0.10:4010", "evil.com:80.localhost", "localhost:80:80"].map((host) => ({
      host,
    })),
    { host: ["localhost", "shop.test"] },
    ...["https://shop.test", "null", ""].map((origin) => ({ host: "localhost", origin })),
    { host: "localhost", origin: ["http://localhost", "https://shop.test"] },
    { host: "shop.test", origin: "http://localhost:5173" },
    { host: "localhost", origin: "https://shop.test", "sec-fetch-site": "same-origin" },
    // The request of an image or a form of another site has no Origin, but this header.
    { host: "localhost", "sec-fetch-site": "cross-site" },
  ])("%j may not", (headers) => {
    expect(controlRefusal({ headers }, loopback)).toMatch(/control plane/);
  });
});

describe("with a token", () => {
  const header = "x-mock-control-token";

  test.each([true, false])(
    "the token opens the control plane to every client (loopback %s)",
    (isLoopback) => {
      const access = { loopback: isLoopback, token: "s3cret" };
      expect(controlRefusal({ headers: { [header]: "s3cret" } }, access)).toBeUndefined();
      const headers = { [header]: "s3cret", host: "mock.test", origin: "https://shop.test" };
      expect(controlRefusal({ headers }, access)).toBeUndefined();
    },
  );

  test.each([undefined, "", "s3cre", "s3crets", "S3CRET", "s3cret, s3cret"])(
    "%j does not open it, and the refusal names the header, not the token",
    (value) => {
      for (const isLoopback of [true, false]) {
        const refusal = controlRefusal(
          { headers: { host: "localhost", [header]: value }, local: true },
          { loopback: isLoopback, token: "s3cret" },
        );
        expect(refusal).toContain(header);
        expect(refusal).not.toContain("s3cret");
      }
    },
  );

  test("to other machines the control plane is closed without a token, and says how to open it", () => {
    for (const headers of [{ host: "localhost" }, {}, { [header]: "guess" }])
      expect(controlRefusal({ headers }, { loopback: false })).toContain("--control-token");
  });

  test("where others can reach the mock, a client of this machine may use it by a name of this machine", () => {
    const refusal = (headers: Record<string, string>) =>
      controlRefusal({ headers, local: true }, { loopback: false });
    expect(refusal({ host: "127.0.0.1:4010" })).toBeUndefined();
    expect(refusal({ host: "192.168.0.10:4010" })).toContain("this machine's own names");
    expect(refusal({ host: "localhost", origin: "https://shop.test" })).toContain("other sites");
  });
});

describe("a refused request", () => {
  const cases: [string, MockOptions["controlAccess"] & object, Record<string, string>][] = [
    ["another site's page", loopback, { host: "localhost", origin: "https://shop.test" }],
    ["a rebound name", loopback, { host: "shop.test" }],
    ["a missing token", { loopback: true, token: "t" }, {}],
    ["no token beyond this machine", { loopback: false }, { host: "localhost" }],
  ];

  test.each(cases)(
    "from %s is 403 with an Error and changes nothing; health alone says that the mock is there and ready",
    (_who, controlAccess, headers) => {
      const mock = createMock({ controlAccess });
      const before = mock.control.orders();
      for (const line of [
        ...["GET /_mock/orders", "POST /_mock/health", "GET /_mock/health/x", "POST /_mock/reset"],
        ...["POST /_mock/orders/1001/ship", "PUT /_mock/profile", "POST /_mock/provider-states"],
        ...["GET /_mock/nowhere", "OPTIONS /_mock/health"],
      ]) {
        // Only a preflight passes without a token: it cannot have one.
        if (line.startsWith("OPTIONS") && "token" in controlAccess) continue;
        const body = '{"orders":0,"state":"pending orders exist"}';
        const reply = callMock(mock, line, { headers, body });
        expect(reply).toMatchObject(errorAnswer(403, "control_refused"));
        expect(reply.headers).not.toHaveProperty("access-control-allow-origin");
      }
      expect(mock.control.orders()).toEqual(before);
      for (const line of ["GET /_mock/health", "GET /_mock/health?ready"]) {
        const reply = callMock(mock, line, { headers });
        expect([reply.status, Object.keys(reply.json as object)]).toEqual([200, ["service", "version"]]);
        expect(reply.headers).not.toHaveProperty("access-control-allow-origin");
      }
      mock.drain();
      expect(callMock(mock, "GET /_mock/health", { headers }).status).toBe(200);
      expect(callMock(mock, "HEAD /_mock/health?ready", { headers }).status).toBe(503);
    },
  );

  test("a preflight passes where a token is asked for, and the request after it must carry it", () => {
    const mock = createMock({ controlAccess: { loopback: false, token: "t" } });
    const headers = { origin: "https://dashboard.test", "access-control-request-method": "POST" };
    expect(callMock(mock, "OPTIONS /_mock/reset", { headers }).status).toBe(204);
    expect(callMock(mock, "POST /_mock/reset", { headers: { origin: headers.origin } }).status).toBe(403);
    const withToken = { origin: headers.origin, "x-mock-control-token": "t" };
    expect(callMock(mock, "POST /_mock/reset", { headers: withToken }).status).toBe(200);
  });
});
