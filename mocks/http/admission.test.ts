import { describe, expect, test } from "vitest";
import { admit, type Refusal } from "./admission.ts";

const keys = new Set(["mock-key", "second-key", "a+b/c==", "odd~key", "odd"]);

describe("the Authorization header", () => {
  test.each([
    "Bearer mock-key",
    "Bearer second-key",
    "Bearer a+b/c==",
    "Bearer  mock-key",
    "Bearer mock-key ",
    "Bearer \tmock-key",
    "Bearer odd~key",
  ])("%j opens the world without a name", (authorization) => {
    expect(admit(authorization, keys)).toEqual({ world: "default", scheme: "Bearer" });
  });

  test.each(["bearer", "BEARER", "bEaReR"])("%j is passed on unchanged", (scheme) => {
    expect(admit(`${scheme} mock-key`, keys)).toEqual({ world: "default", scheme });
  });

  test.each([
    ["Bearer mock-key~anna", "anna"],
    ["Bearer second-key~Test_7.b-c", "Test_7.b-c"],
    ["Bearer odd~key~anna", "anna"],
    ["Bearer odd~anna", "anna"],
    [`Bearer mock-key~${"x".repeat(64)}`, "x".repeat(64)],
  ])("%j opens the world that it names", (authorization, world) => {
    expect(admit(authorization, keys)).toEqual({ world, scheme: "Bearer" });
  });

  const refused: readonly (readonly [string | undefined, Refusal])[] = [
    [undefined, "missing"],
    ["", "missing"],
    ["Bearer", "missing"],
    ["Bearer ", "missing"],
    ["Basic bW9jay1rZXk6", "missing"],
    ["Basic mock-key", "missing"],
    ["mock-key", "scheme"],
    ["mock-key~anna", "scheme"],
    ["Bearer wrong", "invalid"],
    ["Bearer mock-ke", "invalid"],
    ["Bearer mock-keyy", "invalid"],
    ["Bearer mock-key mock-key", "invalid"],
    ["Bearer\u00a0mock-key", "missing"],
    ["Bearer wrong~anna", "invalid"],
    ["Bearer ~anna", "invalid"],
    ["Bearer mock-key~", "world"],
    ["Bearer mock-key~a b", "world"],
    ["Bearer mock-key~a/b", "world"],
    [`Bearer mock-key~${"x".repeat(65)}`, "world"],
  ];
  test.each(refused)("%j is refused: %s", (authorization, refusal) => {
    expect(admit(authorization, keys)).toEqual({ refusal });
  });
});
