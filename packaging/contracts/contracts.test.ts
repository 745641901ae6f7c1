import { describe, expect, test } from "vitest";
import { type Contracts, describeContracts } from "./describe-contracts.ts";
import type { Facts } from "./facts.ts";
import {
  type Changeset,
  compareContracts,
  explainUnannounced,
  formatChanges,
  parseChangeset,
  readChangesets,
  readReleased,
  unannounced,
} from "./judge-contracts.ts";
import { schemaFacts } from "./openapi-facts.ts";

const today = describeContracts();

/** Fails for a change that breaks users and that no changeset tells them of. */
test("the contracts of the last release are kept, or a changeset names what breaks", () => {
  const released = readReleased();
  const breaks = unannounced(compareContracts(released, today), readChangesets(), released.version);
  const said = explainUnannounced(breaks, released.version);
  if (said !== "") throw new Error(said);
});

test("the description has each part of each contract", () => {
  const has = (facts: Facts, ...expected: string[]) =>
    expect(Object.keys(facts)).toEqual(expect.arrayContaining(expected));
  has(
    today.commandLine,
    "mock --port default",
    "mock --state memory",
    "verify --api-key STORE_ORDERS_API_KEY",
    "verify argument STORE_ORDERS_BASE_URL",
    "verify exit code 3",
    "store-orders exit code 70",
    "proxy exit code 1",
    "init --yes -y",
    "selftest --matrix",
  );
  has(today.report, "report.verdict is one of", "result.id is always there", "requirement order/quantity");
  has(
    today.controlPlane,
    "POST /_mock/reset",
    "GET /_mock/health 200 application/json",
    "GET /_mock/orders query world",
    "! PUT /_mock/faults body is required",
    "Health.orders",
    "! FaultRule as sent(fault status).status is required",
  );
  has(
    today.modules,
    "command store-orders",
    "store-orders-kit/msw createHandlers",
    "store-orders-kit type MockOptions",
    "store-orders-kit/playwright test",
    "! node",
    "peer msw",
  );
});

/** Today's contracts as if a fact of one had another value, or none. */
function without(part: keyof Contracts, what: string, value?: string): Contracts {
  const { [what]: old, ...others } = today[part];
  expect(old, what).toBeDefined();
  return { ...today, [part]: value === undefined ? others : { ...others, [what]: value } };
}

describe("a change is told apart as a break or an addition", () => {
  test.each([
    ["commandLine", "mock --latency"],
    ["commandLine", "verify exit code 3"],
    ["report", "result.id is always there"],
    ["controlPlane", "POST /_mock/reset"],
    ["modules", "store-orders-kit/msw createHandlers"],
  ] as const)("%s: what is granted and goes away breaks; a new one adds (%s)", (part, what) => {
    const fewer = without(part, what);
    expect(compareContracts(today, fewer)).toEqual([expect.objectContaining({ kind: "break", what })]);
    expect(compareContracts(fewer, today)).toEqual([expect.objectContaining({ kind: "addition", what })]);
  });

  test.each([
    ["controlPlane", "! PUT /_mock/faults body is required"],
    ["modules", "! node"],
  ] as const)("%s: a demand that is new breaks, one that goes away adds (%s)", (part, name) => {
    const fewer = without(part, name);
    const what = name.slice("! ".length);
    expect(compareContracts(today, fewer)).toEqual([expect.objectContaining({ kind: "addition", what })]);
    expect(compareContracts(fewer, today)).toEqual([expect.objectContaining({ kind: "break", what })]);
  });

  test("another default, another type of a member, another word in a closed list break", () => {
    for (const [part, what, value] of [
      ["commandLine", "mock --port default", "4011"],
      ["report", "report.requests", "string"],
      ["report", "report.verdict is one of", "conformant, nonconformant, partial, unsure"],
    ] as const)
      expect(compareContracts(today, without(part, what, value))).toEqual([
        expect.objectContaining({ kind: "break", what, how: expect.stringContaining(value) }),
      ]);
  });

  const kinds = (before: object, now: object, side: "read" | "written") => {
    const wrap = (schema: object) => ({ ...today, report: schemaFacts("x", { ...schema }, side) });
    return [...new Set(compareContracts(wrap(before), wrap(now)).map(({ kind }) => kind))];
  };
  const member = { type: "object", properties: { a: { type: "string" } } };

  test("a schema is seen from its reader's side or its writer's", () => {
    const required = { ...member, required: ["a"] };
    expect(kinds(member, required, "read")).toEqual(["addition"]);
    expect(kinds(member, required, "written")).toEqual(["break"]);
    expect(kinds(required, member, "read")).toEqual(["break"]);
    expect(kinds(required, member, "written")).toEqual(["addition"]);
    expect(kinds({ enum: ["a"] }, { enum: ["a", "b"] }, "read")).toEqual(["break"]);
    expect(kinds({ enum: ["a"] }, { enum: ["a", "b"] }, "written")).toEqual(["addition"]);
    expect(kinds({ type: "integer" }, { type: "integer", maximum: 9 }, "written")).toEqual(["break"]);
    expect(kinds({ type: "integer" }, { type: "integer", maximum: 9 }, "read")).toEqual(["addition"]);
  });

  test("other words of a description, and another order, are no change", () => {
    const other = { properties: { a: { description: "A.", type: "string" } }, type: "object" };
    expect(kinds(member, other, "read")).toEqual([]);
  });
});

describe("what a break asks for", () => {
  const broken = compareContracts(today, without("commandLine", "mock --latency"));
  const changeset = (bump: string, text: string): Changeset =>
    parseChangeset(`---\n"store-orders-kit": ${bump}\n---\n\n${text}\n`);
  const said = "The mock has no option `mock --latency` any more: use `--faults`.";

  test.each([
    ["0.4.0", "minor", "patch"],
    ["1.4.0", "major", "minor"],
  ])("after %s a changeset of %s that names it, not of %s", (version, enough, tooSmall) => {
    expect(unannounced(broken, [changeset(enough, said)], version)).toEqual([]);
    expect(unannounced(broken, [changeset(tooSmall, said)], version)).toHaveLength(1);
    expect(
      unannounced(broken, [changeset(enough, "Something else, as `mock --port`.")], version),
    ).toHaveLength(1);
    expect(unannounced(broken, [], version)).toHaveLength(1);
  });

  test("the message says what broke and what to do", () => {
    expect(explainUnannounced(broken, "0.1.0").split("\n")).toEqual([
      "Cannot keep the contracts of 0.1.0: 1 break, got no changeset that names it.",
      "  break     command line: mock --latency: gone, takes a value",
      "Take it back, or announce it: npx changeset add, minor, with `mock --latency` in its text.",
      "`npm run contracts` lists all changes; `npm run release:version` stores the contracts with the next release.",
    ]);
  });

  test("the name of an option covers its variable and its default", () => {
    const [port] = compareContracts(today, without("commandLine", "mock --port default", "1"));
    const [other] = compareContracts(today, without("commandLine", "proxy --port default", "1"));
    const announced = [changeset("minor", "Another `mock --port`.")];
    expect(unannounced([port!, other!], announced, "0.1.0")).toEqual([other]);
  });

  test("an addition passes", () => {
    const added = compareContracts(without("commandLine", "mock --latency"), today);
    expect(formatChanges(added)).toEqual(["  addition  command line: mock --latency: new, takes a value"]);
    expect(unannounced(added, [], "1.0.0")).toEqual([]);
  });
});
