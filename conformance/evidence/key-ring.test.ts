import { expect, test } from "vitest";
import { createTrafficCleaners } from "../proxy/traffic-cleaners.ts";
import { isMaskedByKit, isReplacedCredential } from "./key-ring.ts";

test.each([
  "",
  "Bearer",
  "Bearer ",
  "[REDACTED]",
  "Bearer [REDACTED]",
  "<redacted>",
  "Bearer <your key here>",
  "Bearer {{token}}",
  "Bearer $API_KEY",
  "REDACTED",
  "Bearer REDACTED",
  "Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.redacted",
  "***",
  "Bearer ***",
  "Bearer abcd…",
  "xxx",
  "Bearer xxxxxxxx",
  "Bearer sk-XXXXXXXX",
  "Bearer token",
  "api_key",
])("%j is recognized as the replacement of a credential", (value) => {
  expect(isReplacedCredential(value)).toBe(true);
});

test.each([
  "Bearer mock-key",
  "Bearer a-key-of-last-year",
  "bearer 5f2a77c0d1",
  "Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln",
  "Basic Ym9iOnB3",
  "ApiKey 5f2a77c0d1",
  "5f2a77c0d15f2a77c0d1",
  "Bearer ***key1",
  "***0a1b2c3d",
])("%j may be a credential", (value) => {
  expect(isReplacedCredential(value)).toBe(false);
});

test("the names that the proxy writes in place of keys are recognized", () => {
  const { header } = createTrafficCleaners(["a-named-key"])();
  for (const key of ["a-named-key", "another-key"])
    expect(isMaskedByKit(header("authorization", `Bearer ${key}`))).toBe(true);
  expect(isMaskedByKit("Bearer ***")).toBe(false);
});
