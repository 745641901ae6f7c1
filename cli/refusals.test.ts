import { chmodSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { startForeign } from "../conformance/testing/verify.ts";
import { readInputFile, writeOutputFile } from "./read-input.ts";
import { refusalOf, runHere } from "./testing/run-here.ts";
import { fileIn } from "./testing/scratch-files.ts";

/** Mistakes of a person that need no answer of a server: one line that says what to do. */

test.each([
  ["--fixture magic", "Did you mean --fixtures?"],
  ["--port=70000", 'a whole number from 0 to 65535, got "70000".'],
  // An empty host would open it to the network.
  ["--host=", "--host: it needs a value"],
  ["--host=nowhere.invalid", "Cannot listen on nowhere.invalid:0"],
  ["--host=192.0.2.1", "this machine has no such address"],
  ["--api-key=my\u00a0key", "visible ASCII characters without spaces"],
  ["--control-token=clé", "--control-token: it must be a text of visible ASCII"],
  ["--api-key=my-key\n", "spaces. It ends with a line end: remove that."],
  ["--allow-origin=shop.test", "--allow-origin: it must be an origin"],
  ["orders.json", '"orders.json". Give a file with orders as --fixtures FILE.'],
  ["--fixtures=magik", '"magik" is neither a file nor a known name. Did you mean magic?'],
  ["--profile=talkativ", "Did you mean talkative?"],
  ["--profile=xyzzy", '"xyzzy" is neither a file nor a known name. Use one of: '],
  ["--broken=key-any-case --api-key=k", "with --api-key: its mistake is about the key mock-key."],
  ["--broken=wire-204-twic", "Did you mean wire-204-twice?"],
  ["--broken=chunked-answer", "--broken list prints them all."],
  ["--broken=cancel-forgets --state=redis://a", "Cannot use --broken with "],
  ["--latency=fast", "Cannot use --latency: "],
  ["--ship-after=0", "Cannot use --ship-after: it must be seconds above 0"],
  ["--watch", "Cannot use --watch: there is no file to watch. Name one with --fixtures."],
  ["--watch --fixtures=magic", "Cannot use --watch: there is no file to watch."],
  ["--watch --fixtures=a.json --state=a.db", "Cannot use --watch with --state: "],
  ["--watch --fixtures=a.json --state=redis://a", "Cannot use --watch with --state: "],
])("mock %s is refused: %s", async (line, fact) => {
  expect(await refusalOf(["mock", "--port=0", ...line.split(" ")])).toContain(fact);
});

test("a key with its scheme is refused, with the word to leave out", async () => {
  const refusal = await refusalOf(["mock"], { STORE_ORDERS_MOCK_API_KEY: "Bearer my-key" });
  expect(refusal).toContain("Cannot use STORE_ORDERS_MOCK_API_KEY: ");
  expect(refusal).toContain("spaces. Leave out the word Bearer.");
});

test("a variable that is nearly the name of one gets a warning", async () => {
  const env = { STORE_ORDERS_SEDE: "2", STORE_ORDERS_PLAN: "1", STORE_ORDERS_SEED: "3" };
  const { code, stderr } = await runHere(["fixtures", "--count=0"], env);
  const hint = "STORE_ORDERS_SEDE is no variable of fixtures. Did you mean STORE_ORDERS_SEED?";
  expect([code, stderr]).toEqual([0, `store-orders: ${hint}\n`]);
});

const latin1 = Buffer.from('[{ "id": 1, "note": "caf\xe9" }]', "latin1");
test.each<[option: string, content: string | Buffer, fact: string]>([
  ["faults", '[{"fault":"flood"}]', "file.json: faults[0].fault"],
  ["fixtures", latin1, "it is not UTF-8 text."],
  ["profile", latin1, "it is not UTF-8 text."],
  ["faults", latin1, "it is not UTF-8 text."],
])("mock --%s is refused for a file with %s", async (option, content, fact) => {
  const file = fileIn("file.json", content);
  expect(await refusalOf(["mock", "--port=0", `--${option}=${file}`])).toContain(fact);
});

test.each([
  ["that is not there", "nowhere.json", ": there is no such file. Check the path."],
  ["that is a directory", "", ": it is a directory. Check the path."],
  ["that lies below a file", "cut.json/x", ": a part of its path is not a directory. Check the path."],
  ["that links to itself", "circle.json", ": its symbolic links form a circle. Check the path."],
  ["with too long a name", "x".repeat(300), ": its name is too long. Check the path."],
  ["cut short", "cut.json", ": line 2, column 9 is not JSON: expected a value, got the end of the text."],
])("mock is refused for a file %s", async (_wrong, name, fact) => {
  const file = join(fileIn("cut.json", '[\n{ "id": '), "..", name);
  if (name === "circle.json") symlinkSync(file, file);
  expect(await refusalOf(["mock", "--port=0", `--profile=${file}`])).toContain(` profile ${file}${fact}`);
});

test.runIf(process.geteuid)("a file without access is refused, to read and to write", () => {
  const file = fileIn("secret.json", "[]");
  chmodSync(file, 0o000);
  chmodSync(dirname(file), 0o711);
  const isRoot = process.geteuid!() === 0;
  // Root may read and write each file.
  if (isRoot) process.seteuid!(65_534);
  try {
    const denied = `${file}: access to it is denied.`;
    expect(() => readInputFile(file, "fixtures")).toThrow(`Cannot read fixtures ${denied} Check the path.`);
    expect(() => writeOutputFile(file, "report", "")).toThrow(`Cannot write report ${denied}`);
  } finally {
    if (isRoot) process.seteuid!(0);
  }
});

const reachable = "http://127.0.0.1:1/v1";
const given = `${reachable} --api-key=k`;
test.each([
  ["staging", 'the base URL: it must be an http or https address, as in https://host/v1, got "staging"'],
  ["http://ada:secret@host/v1", "it must not hold a user, a query or a fragment"],
  [reachable, "no API key was given. Set STORE_ORDERS_API_KEY, or give --api-key."],
  ["--pending-order=12x", 'an order id is an int64 in digits, got "12x"'],
  ["--shipped-order=9223372036854775808", 'digits, got "9223372036854775808"'],
  ["--pending-order=7,8 --pending-order=7", "order 7 is named twice"],
  ["--orders-command=\u00a0", "Cannot use --orders-command: "],
  [`${reachable} --compare=tersee`, '--compare: "tersee" is neither a file nor a known name.'],
  ["--reporter=jsn", 'there is no reporter "jsn". Did you mean json?'],
  ["--reporter=json=", "the file after json= is missing"],
  ["--reporter=json=nowhere/r.json", "nowhere/r.json: its directory does not exist"],
  ["--reporter=junit=/tmp", "Cannot write report /tmp: it is a directory"],
  ["--only=xyzzy", '--only: there is no requirement "xyzzy"'],
  ["--skip=*", "--only and --skip leave no requirement"],
  ["--header=garbage", "it must be 'Name: value', got a value that is not shown"],
  ["--header=authorization:k", "Give the key with --api-key"],
  ["--header=Host:a/b", "--header for Host: it must be a host, as in"],
  ["--header=Content-Length:5", "the suite frames its requests itself"],
  // The quotes of the header are missing.
  ["--header X-Secret: hunter2", "argument a value that is not shown"],
  [`${given} --prune-baseline`, "--prune-baseline: there is no baseline. Give its file with --baseline."],
  [`${given} --fail-on=drift`, "--fail-on: there is no profile to compare with. Name one with --compare."],
  [
    `${given} --orders-command=cat --pending-order=101`,
    "Cannot use --orders-command beside --pending-order: give one of them.",
  ],
  [`${given} --proxy=http://b.test --no-proxy`, "Cannot use --proxy with --no-proxy: they contradict each"],
])("verify %s is refused: %s", async (line, fact) => {
  expect(await refusalOf(["verify", ...line.split(" ")])).toContain(fact);
});

const kit = '"kit":{"name":"store-orders-kit"},"schemaVersion":1';
const time = '"startedAt":"2026-11-21T12:00:00Z"';
const oddResult = `{${kit},${time},"target":{"baseUrl":"x"},"results":[{"id":"a","outcome":"good"}]}`;
const unknownId = '[{"id":"errors/404-cod","reason":"Ticket 12.","expires":"2999-12-31"}]';

test.each<[option: string, text: string, fact: string]>([
  ["since", "<testsuites/>", "Cannot use report FILE: "],
  ["since", "[]", "it must be an object, got "],
  ["since", '{"kit":{"name":"newman"}}', "it is no report of store-orders-kit."],
  ["since", '{"kit":{"name":"store-orders-kit"},"schemaVersion":2}', "its schemaVersion is 2, not 1."],
  ["since", `{${kit},"startedAt":"yesterday"}`, "startedAt must be a time as in 2026-11-21T12:00:00Z, got "],
  ["since", oddResult, "results[0] must have an id and an outcome"],
  ["compare", '{"malformedId":"teapot"}', "malformedId must be one of "],
  ["baseline", unknownId, "Cannot use baseline FILE: [0].id must be a requirement, got "],
])("verify --%s is refused for a file with %s, before anything is sent", async (option, text, fact) => {
  const file = fileIn("file.json", text);
  const server = await startForeign();
  const args = [server.baseUrl, `--${option}=${file}`, "--api-key=a-foreign-key"];
  expect(await refusalOf(["verify", ...args])).toContain(fact.replace("FILE", file));
  expect(server.requests).toEqual([]);
});
