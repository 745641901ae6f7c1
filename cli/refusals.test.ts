import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { startForeign } from "../conformance/testing/verify.ts";
import { refusalOf, runHere } from "./testing/run-here.ts";
import { fileIn } from "./testing/scratch-files.ts";
import { runCli } from "./testing/start-cli.ts";

// Processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 40_000 });

/** Mistakes of a person that need no answer of a server: one line that says what to do. */

describe("a command line is refused with exit code 2 and one line on standard error:", () => {
  test.concurrent.each([
    [["serve"], 'Cannot run "serve": there is no such command. Did you mean mock?'],
    [["verfy"], "Did you mean verify?"],
    [["mo\nck"], '"mo\\nck"'],
    [
      ["https://a.test/v1"],
      "there is no such command. To judge a server, run store-orders verify with its address.",
    ],
  ])("%j", async (args, fragment) => {
    const { code, stdout, stderr } = await runCli(args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^store-orders: [^\n]+\n$/);
    expect(stderr).toContain(fragment);
    expect(stderr).not.toContain(" at ");
  });
});

type Row = readonly [wrong: string, args: readonly string[], fragment: string];

describe("mock is refused for", () => {
  test.each<Row>([
    ["a mistyped option", ["--fixture", "magic"], "Did you mean --fixtures?"],
    ["a port beyond 65535", ["--port", "70000"], 'a whole number from 0 to 65535, got "70000".'],
    ["an empty host, which would open it to the network", ["--host", ""], "--host: it needs a value"],
    ["an unknown host", ["--host=nowhere.invalid"], "Cannot listen on nowhere.invalid:0"],
    ["an address of another machine", ["--host=192.0.2.1"], "this machine has no such address"],
    ["a key with a space", ["--api-key", "my key"], "visible ASCII characters without spaces."],
    ["a key with its scheme", ["--api-key", "Bearer my-key"], "spaces. Leave out the word Bearer."],
    ["a key with a line end", ["--api-key", "my-key\r\n"], "spaces. It ends with a line end: remove that."],
    ["an origin without its scheme", ["--allow-origin=shop.test"], "--allow-origin: it must be an origin"],
    [
      "a file where options are",
      ["orders.json"],
      '"orders.json". Give a file with orders as --fixtures FILE.',
    ],
    [
      "a token with an accent",
      ["--control-token", "clé"],
      "--control-token: it must be a text of visible ASCII",
    ],
    [
      "a mistyped scenario",
      ["--fixtures=magik"],
      '"magik" is neither a file nor a known name. Did you mean magic?',
    ],
    ["a mistyped profile", ["--profile=talkativ"], "Did you mean talkative?"],
    [
      "another key beside a mistake about the key",
      ["--broken=key-any-case", "--api-key=other-key"],
      "Cannot use --broken key-any-case with --api-key: its mistake is about the key mock-key.",
    ],
    ["an unknown profile", ["--profile=xyzzy"], '"xyzzy" is neither a file nor a known name. Use one of: '],
    ["a latency that is none", ["--latency=fast"], "Cannot use --latency: "],
    ["shipping at once", ["--ship-after=0"], "Cannot use --ship-after: it must be seconds above 0"],
    ["a mistyped way to be wrong", ["--broken=wire-204-twic"], "Did you mean wire-204-twice?"],
    ["an unknown way to be wrong", ["--broken=chunked-answer"], "--broken list prints them all."],
  ])("%s", async (_wrong, args, fragment) => {
    expect(await refusalOf(["mock", "--port=0", ...args])).toContain(fragment);
  });
});

test("a variable that is nearly the name of one gets a warning", async () => {
  const env = { STORE_ORDERS_SEDE: "2", STORE_ORDERS_PLAN: "1", STORE_ORDERS_SEED: "3" };
  const { code, stderr } = await runHere(["fixtures", "--count=0"], env);
  const hint = "STORE_ORDERS_SEDE is no variable of fixtures. Did you mean STORE_ORDERS_SEED?";
  expect([code, stderr]).toEqual([0, `store-orders: ${hint}\n`]);
});

test("mock is refused for a file with an unknown fault", async () => {
  const file = fileIn("odd.json", '[{"fault":"flood"}]');
  expect(await refusalOf(["mock", "--port=0", `--faults=${file}`])).toContain("odd.json: faults[0].fault");
});

test.each(["fixtures", "profile", "faults"])(
  "mock --%s is refused for a file that is not UTF-8",
  async (option) => {
    const file = fileIn("latin1.json", Buffer.from('[{ "id": 1, "note": "caf\xe9" }]', "latin1"));
    expect(await refusalOf(["mock", "--port=0", `--${option}=${file}`])).toContain("it is not UTF-8 text.");
  },
);

test.each([
  ["that is not there", "nowhere.json", ": there is no such file. Check the path."],
  ["that is a directory", "", ": it is a directory. Check the path."],
  ["that lies below a file", "cut.json/x", ": a part of its path is not a directory. Check the path."],
  [
    "with a mistake in its syntax",
    "cut.json",
    ": line 2, column 9 is not JSON: expected a value, got the end of the text.",
  ],
])("mock is refused for a file %s", async (_wrong, name, fact) => {
  const file = join(fileIn("cut.json", '[\n{ "id": '), "..", name);
  expect(await refusalOf(["mock", "--port=0", `--profile=${file}`])).toContain(` profile ${file}${fact}`);
});

describe("verify is refused for", () => {
  const reachable = "http://127.0.0.1:1/v1";
  test.each<Row>([
    [
      "a base URL that is none",
      ["staging"],
      'the base URL: it must be an http or https address, as in https://host/v1, got "staging"',
    ],
    [
      "a base URL with a user",
      ["http://ada:secret@host/v1"],
      "it must not hold a user, a query or a fragment",
    ],
    ["a missing key", [reachable], "Set STORE_ORDERS_API_KEY, or give --api-key."],
    ["an id that is no number", ["--pending-order", "12x"], 'an order id is an int64 in digits, got "12x"'],
    ["an id beyond int64", ["--shipped-order=9223372036854775808"], 'digits, got "9223372036854775808"'],
    ["an id named twice", ["--pending-order", "7,8", "--pending-order=7"], "order 7 is named twice"],
    [
      "a mistyped profile",
      [reachable, "--compare=tersee"],
      '--compare: "tersee" is neither a file nor a known name.',
    ],
    ["an unknown reporter", ["--reporter", "jsn"], 'there is no reporter "jsn". Did you mean json?'],
    ["a reporter without its file", ["--reporter", "json="], "the file after json= is missing"],
    [
      "a report in no directory",
      ["--reporter=json=nowhere/r.json"],
      "nowhere/r.json: its directory does not exist",
    ],
    [
      "a report that is a directory",
      ["--reporter=junit=/tmp"],
      "Cannot write report /tmp: it is a directory",
    ],
    ["an unknown requirement", ["--only", "xyzzy"], '--only: there is no requirement "xyzzy"'],
    ["an empty selection", ["--skip", "*"], "--only and --skip leave no requirement"],
    [
      "a header without a name",
      ["--header", "garbage"],
      "it must be 'Name: value', got a value that is not shown",
    ],
    ["a header that holds the key", ["--header", "authorization: Bearer k"], "Give the key with --api-key"],
    ["a Host that is none", ["--header", "Host: a b"], "--header for Host: it must be a host, as in"],
    [
      "a header that frames a request",
      ["--header", "Content-Length: 5"],
      "the suite frames its requests itself",
    ],
    [
      "a baseline to prune that is not named",
      [reachable, "--api-key=k", "--prune-baseline"],
      "--prune-baseline without a baseline: give its file with --baseline.",
    ],
    [
      "a proxy and none",
      [reachable, "--api-key=k", "--proxy=http://b.test", "--no-proxy"],
      "Cannot use --proxy with --no-proxy: they contradict each other. Give one of them.",
    ],
    [
      "two sources of orders",
      [reachable, "--api-key=k", "--orders-command=cat ids.json", "--pending-order=101"],
      "Cannot use --orders-command beside --pending-order: give one of them.",
    ],
    [
      "drift without a profile",
      [reachable, "--api-key=k", "--fail-on=drift"],
      "--fail-on drift without a profile: name one with --compare.",
    ],
    // The quotes of the header are missing.
    ["a header as two words", ["--header", "X-Secret:", "hunter2"], "argument a value that is not shown"],
  ])("%s", async (_wrong, args, fragment) => {
    expect(await refusalOf(["verify", ...args])).toContain(fragment);
  });
});

const kit = '"kit":{"name":"store-orders-kit"},"schemaVersion":1';
const time = '"startedAt":"2026-11-21T12:00:00Z"';
const unknownId = '[{"id":"errors/404-cod","reason":"Ticket 12.","expires":"2999-12-31"}]';
const oddResult = '{"id":"a","outcome":"good"}';

test.each<[option: string, text: string, fact: string]>([
  ["since", "<testsuites/>", "Cannot use report FILE: "],
  ["since", "[]", "it must be an object, got "],
  ["since", '{"kit":{"name":"newman"}}', "it is no report of store-orders-kit."],
  ["since", '{"kit":{"name":"store-orders-kit"},"schemaVersion":2}', "its schemaVersion is 2, not 1."],
  [
    "since",
    `{${kit},"startedAt":"yesterday"}`,
    'startedAt must be a time as in 2026-11-21T12:00:00Z, got "yesterday".',
  ],
  [
    "since",
    `{${kit},${time},"target":{"baseUrl":"x"},"results":[${oddResult}]}`,
    "results[0] must have an id and an outcome",
  ],
  ["compare", '{"malformedId":"teapot"}', "malformedId must be one of "],
  [
    "baseline",
    unknownId,
    'Cannot use baseline FILE: [0].id must be a requirement, got "errors/404-cod". Did you mean errors/404-code?',
  ],
])("verify --%s is refused for a file with %s, before anything is sent", async (option, text, fact) => {
  const file = fileIn("file.json", text);
  const server = await startForeign();
  const refusal = await refusalOf([
    "verify",
    server.baseUrl,
    `--${option}=${file}`,
    "--api-key=a-foreign-key",
  ]);
  expect(refusal).toContain(fact.replace("FILE", file));
  expect(server.requests).toEqual([]);
});
