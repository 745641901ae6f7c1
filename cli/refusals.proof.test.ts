import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { runCli } from "./testing/start-cli.ts";

vi.setConfig({ testTimeout: 40_000 });

/** What a person can get wrong without any server: exit code 2, and one line that says what to do. */

const folder = mkdtempSync(join(tmpdir(), "refusals-"));

beforeAll(() => {
  mkdirSync(join(folder, "directory"));
  const files = {
    "broken.json": '[\n  { "id": 1 },\n  { "id": 2,, }\n]\n',
    "cut-short.json": '[{ "id": 1',
    "wrong-field.json": '[{ "id": 1 }, { "id": 2, "quantity": "three" }]',
    "wrong-status.json": '[{ "id": 1, "status": "shiped" }]',
    "same-id.json": '[{ "id": 7 }, { "id": 7 }]',
    "one-order.json": '{ "id": 1 }',
    "broken-profile.json": '{\n  "conflictBody": none\n}\n',
    "deep-profile.json": "[".repeat(100_000) + "]".repeat(100_000),
    "answer-profile.json": '{ "conflictBody": "poem" }',
    "question-profile.json": '{ "conflictBod": "none" }',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
});

afterAll(() => rmSync(folder, { recursive: true }));

type Case = readonly [wrong: string, args: readonly string[], fragment: string, env?: Record<string, string>];

async function expectRefusal(args: readonly string[], fragment: string, env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await runCli(args, { cwd: folder, env });
  expect(stderr).toContain(fragment);
  expect(stderr).toMatch(/^store-orders: [^\n]+\.?\n$/);
  expect(stderr).not.toContain(" at ");
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
}

describe("a command line is refused for", () => {
  test.concurrent.for<Case>([
    [
      "an unknown command",
      ["serve"],
      'Cannot run "serve": there is no such command. Use one of: mock, verify',
    ],
    ["a mistyped command", ["verfy"], "Did you mean verify?"],
    ["another mistyped command", ["selftets"], "Did you mean selftest?"],
    ["a mistyped --version", ["--verson"], "Did you mean --version?"],
    ["a command of two lines", ["mo\nck"], '"mo\\nck"'],
    ["an unknown option", ["mock", "--xyzzy"], "there is no option --xyzzy. Run store-orders mock --help"],
    ["a mistyped option", ["mock", "--fixture", "magic"], "Did you mean --fixtures?"],
    ["an option of another command", ["fixtures", "--port", "0"], "there is no option --port"],
    ["a stray argument", ["mock", "4010"], 'unexpected argument "4010"'],
    ["a second base URL", ["verify", "http://a/v1", "http://b/v1"], 'unexpected argument "http://b/v1"'],
    ["a missing value", ["mock", "--host"], "Cannot use --host: it needs a value, ADDRESS."],
    ["an empty host, which would open it to the network", ["mock", "--host", ""], "--host: it needs a value"],
    ["an empty key", ["mock", "--api-key="], "--api-key: it needs a value"],
    ["a value on a switch", ["verify", "--strict=yes"], '--strict: it takes no value, got "yes"'],
  ])("%s", ([, args, fragment]) => expectRefusal(args, fragment));
});

describe("mock is refused for", () => {
  test.concurrent.for<Case>([
    [
      "a port that is no number",
      ["--port", "abc"],
      '--port: it must be a whole number from 0 to 65535, got "abc"',
    ],
    ["a port beyond 65535", ["--port", "70000"], 'from 0 to 65535, got "70000"'],
    ["a port of the environment", [], 'from 0 to 65535, got "x"', { STORE_ORDERS_PORT: "x" }],
    ["a negative number of orders", ["--orders", "-5"], 'whole number from 0 to 1000000, got "-5"'],
    ["a negative number after an equals sign", ["--orders=-5"], 'whole number from 0 to 1000000, got "-5"'],
    ["a seed beyond 32 bits", ["--seed", "4294967296"], "whole number from 0 to 4294967295"],
    ["an unknown log format", ["--log", "xml"], 'one of pretty, json, silent, got "xml"'],
    [
      "a host that is not there",
      ["--port=0", "--host=nowhere.invalid"],
      "Cannot listen on nowhere.invalid:0",
    ],
    ["an address of another machine", ["--port=0", "--host=192.0.2.1"], "this machine has no such address"],
    ["a key with a space", ["--api-key", "my key"], "visible ASCII characters without spaces"],
    ["a token with an accent", ["--control-token", "clé"], "--control-token: it must be visible ASCII"],
  ])("%s", ([, args, fragment, env]) => expectRefusal(["mock", ...args], fragment, env));

  test.concurrent("a key, without quoting it", async () => {
    const { stderr } = await runCli(["mock", "--api-key", "my secret key"]);
    expect(stderr).not.toContain("secret");
  });
});

describe("a fixtures file is refused for", () => {
  test.concurrent.for<Case>([
    ["not being there", ["nowhere.json"], "Cannot read fixtures nowhere.json: there is no such file."],
    ["being a directory", ["directory"], "Cannot read fixtures directory: it is a directory."],
    ["lying below a file", ["broken.json/x"], "a part of its path is no directory"],
    ["its syntax, with the place", ["broken.json"], "broken.json: line 3, column 13 is not JSON: expected"],
    ["being cut short", ["cut-short.json"], "cut-short.json: line 1, column 11 is not JSON"],
    ["a field of the wrong type", ["wrong-field.json"], '[1].quantity must be an integer, got "three"'],
    ["an unknown status", ["wrong-status.json"], "Did you mean shipped?"],
    ["the same id twice", ["same-id.json"], "[1].id must be unique, got 7"],
    ["holding no array", ["one-order.json"], "must be an array of orders, got an object"],
    [
      "being a mistyped scenario",
      ["magik"],
      '"magik" is neither a file nor a known name. Did you mean magic?',
    ],
  ])("%s", ([, args, fragment]) => expectRefusal(["mock", "--port=0", "--fixtures", ...args], fragment));
});

describe("a profile is refused for", () => {
  test.concurrent.for<Case>([
    ["not being there", ["nowhere.json"], "Cannot read profile nowhere.json: there is no such file."],
    [
      "its syntax, with the place",
      ["broken-profile.json"],
      "profile broken-profile.json: line 2, column 19 is not JSON",
    ],
    ["being nested without end", ["deep-profile.json"], "deep-profile.json: JSON is nested too deep."],
    ["an unknown answer", ["answer-profile.json"], 'conflictBody must be one of "none", "error"'],
    [
      "an unknown question",
      ["question-profile.json"],
      '"conflictBod" is not an open question. Did you mean conflictBody?',
    ],
    ["being a mistyped name", ["talkativ"], "Did you mean talkative?"],
  ])("%s", ([, args, fragment]) => expectRefusal(["mock", "--port=0", "--profile", ...args], fragment));
});

describe("fixtures is refused for", () => {
  test.concurrent.for<Case>([
    [
      "a count that is no number",
      ["--count", "1e3"],
      '--count: it must be a whole number from 0 to 10000000, got "1e3"',
    ],
    ["an unknown format", ["--format", "csv"], '--format: it must be one of json, ndjson, got "csv"'],
  ])("%s", ([, args, fragment]) => expectRefusal(["fixtures", ...args], fragment));
});

describe("verify is refused for", () => {
  test.concurrent.for<Case>([
    [
      "a base URL that is none",
      ["staging"],
      'the base URL: it must be an http or https address, as in https://host/v1, got "staging"',
    ],
    ["a base URL of another scheme", ["ftp://host/v1"], "it must be an http or https address"],
    [
      "a base URL with a user",
      ["http://ada:secret@host/v1"],
      "it must not hold a user, a query or a fragment",
    ],
    ["an empty base URL", [""], "the base-url is empty"],
    ["a missing key", ["http://127.0.0.1:1/v1"], "Set STORE_ORDERS_API_KEY, or give --api-key."],
    ["an id that is no number", ["--pending-order", "12x"], 'an order id is an int64 in digits, got "12x"'],
    [
      "an id beyond int64",
      ["--shipped-order", "9223372036854775808"],
      'int64 in digits, got "9223372036854775808"',
    ],
    ["an id named twice", ["--pending-order", "7,8", "--pending-order=7"], "order 7 is named twice"],
    ["an unknown reporter", ["--reporter", "jsn"], 'there is no reporter "jsn". Did you mean json?'],
    ["a reporter without its file", ["--reporter", "json="], "the file after json= is missing"],
    [
      "a report in a missing directory",
      ["--reporter=json=nowhere/r.json"],
      "Cannot write report nowhere/r.json: its directory does not exist",
    ],
    [
      "a report that is a directory",
      ["--reporter=junit=directory"],
      "Cannot write report directory: it is a directory",
    ],
    ["an unknown requirement", ["--only", "xyzzy"], '--only: there is no requirement "xyzzy"'],
    ["an empty selection", ["--skip", "*"], "--only and --skip leave no requirement"],
    ["a header that is none", ["--header", "garbage"], "--header: it must be 'Name: value', got \"garbage\""],
    ["a header that holds the key", ["--header", "authorization: Bearer k"], "Give the key with --api-key"],
    ["a timeout of nothing", ["--timeout", "0"], "whole number from 1 to 3600000"],
  ])("%s", ([, args, fragment]) => expectRefusal(["verify", ...args], fragment));

  test.concurrent("a password in the base URL, without quoting it", async () => {
    const { stderr } = await runCli(["verify", "http://ada:secret@host/v1"]);
    expect(stderr).not.toContain("secret");
  });
});
