import { describe, expect, test } from "vitest";
import { challenges, refusalMessages, refusalOf } from "./authenticate.ts";

const keys = new Set(["mock-key", "second-key", "a+b/c=="]);

describe("the Authorization header", () => {
  test.each([
    "Bearer mock-key",
    "Bearer second-key",
    "Bearer a+b/c==",
    "Bearer  mock-key",
    "Bearer mock-key ",
  ])("%j lets in, however strict the scheme is", (authorization) => {
    expect(refusalOf(authorization, keys, "any")).toBeUndefined();
    expect(refusalOf(authorization, keys, "exact")).toBeUndefined();
  });

  test.each(["bearer mock-key", "BEARER mock-key", "bEaReR mock-key"])(
    "%j lets in only where case does not matter",
    (authorization) => {
      expect(refusalOf(authorization, keys, "any")).toBeUndefined();
      expect(refusalOf(authorization, keys, "exact")).toBe("missing");
    },
  );

  test.each([
    undefined,
    "",
    " ",
    "Bearer",
    "Bearer ",
    "Bearer   ",
    "mock-key",
    " Bearer mock-key",
    "Basic bW9jay1rZXk6",
    "Token mock-key",
    "Bearermock-key",
    "Bearer\tmock-key",
    "Bearer=mock-key",
    "Digest Bearer mock-key",
  ])("%j carries no key", (authorization) => {
    expect(refusalOf(authorization, keys, "any")).toBe("missing");
  });

  test.each([
    "Bearer wrong",
    "Bearer mock-ke",
    "Bearer mock-keyx",
    "Bearer Mock-Key",
    "Bearer mock-key, Bearer mock-key",
    "Bearer mock-key second-key",
    "Bearer mock-key,second-key",
    'Bearer "mock-key"',
    "Bearer mock-key\u00a0",
    "Bearer \ufeffmock-key",
    "Bearer __proto__",
  ])("%j carries an invalid key", (authorization) => {
    expect(refusalOf(authorization, keys, "any")).toBe("invalid");
  });

  test("lets nobody in where there is no key", () => {
    expect(refusalOf("Bearer mock-key", new Set(), "any")).toBe("invalid");
    expect(refusalOf("Bearer ", new Set([""]), "any")).toBe("missing");
  });
});

test("a refusal says what to do and never repeats a key", () => {
  expect(refusalMessages.missing).toContain("Authorization: Bearer <API_KEY>");
  expect(challenges.missing).toMatch(/^Bearer realm="[^"]+"$/);
  // RFC 6750, 3.1: no error code where no credentials were given.
  expect(challenges.missing).not.toContain("error");
  expect(challenges.invalid).toContain('error="invalid_token"');
});
