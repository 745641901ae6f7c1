import { expect, test } from "vitest";
import { createMock, type Mock } from "../mock.ts";
import { callMock } from "../testing/call-mock.ts";
import type { JournalEntry } from "./journal-entry.ts";

const headers = { host: "127.0.0.1:4010" };

test("a list and a cancel are written as a person would write them, without the key", () => {
  const mock = createMock({ orders: 25, apiKeys: ["s3cret-key"] });
  const withKey = { ...headers, authorization: "Bearer s3cret-key", accept: "application/json" };
  callMock(mock, "GET /v1/store/orders", { headers: withKey });
  callMock(mock, "DELETE /v1/store/orders/1002?x=1", { headers: withKey });
  callMock(mock, "GET /v1/store/orders", { headers: { ...headers, authorization: "Bearer wrong" } });
  expect(mock.control.journalAs("http")).toBe(`\
# Recorded by the Store Orders mock. The key is not in the recording: set it here.
@baseUrl = http://127.0.0.1:4010/v1
@apiKey = mock-key

### 1: 200, all orders (4.1, rule 1)
GET {{baseUrl}}/store/orders
authorization: Bearer {{apiKey}}
accept: application/json

### 2: 409, order 1002 has shipped (3, rule 2)
DELETE {{baseUrl}}/store/orders/1002?x=1
authorization: Bearer {{apiKey}}
accept: application/json

### 3: 401, The API key is not valid here. Use one that this mock was started with. (5, rule 1)
GET {{baseUrl}}/store/orders
authorization: Bearer not-the-key
`);
});

test("an unknown path keeps its address", () => {
  const mock = createMock();
  callMock(mock, "GET /elsewhere", { headers });
  expect(mock.control.journalAs("http")).toContain("\nGET http://127.0.0.1:4010/elsewhere\n");
});

const journalOf = (mock: Mock) => callMock(mock, "GET /_mock/journal?as=http", { key: null, headers }).text;

test.each(["{}", "x".repeat(3000)])("a request with a body is left out: %.9s", (body) => {
  const mock = createMock();
  callMock(mock, "DELETE /v1/store/orders/204", { headers, body });
  expect(journalOf(mock)).toMatch(/\n# Left out, [^\n]+\n$/);
});

/** The requests of a file as VS Code's REST Client reads it (its `selector.ts`, `httpRequestParser.ts`). */
function readRequests(file: string): Sent[] {
  const variable = /^\s*@([^\s=]+)\s*=\s*(.*?)\s*$/gm;
  const values = new Map(Array.from(file.matchAll(variable), ([, name, value]) => [name, value]));
  return file.split(/^#{3,}.*$/m).flatMap((block) => {
    const lines = block.split("\n").filter((line) => !/^\s*(?:#|\/\/|@\S+\s*=)/.test(line));
    const text = lines.join("\n").trim();
    if (text === "") return [];
    // A file would be read in its place.
    expect(text).not.toMatch(/^<(?:@\w*)?\s/m);
    const known = text.replace(/\{\{(.+?)\}\}/g, (all, name) => values.get(name.trim()) ?? all);
    const [first = "", ...pairs] = known.split("\n");
    const [, method = "", url = ""] = /^(GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS)\s+(\S+)$/.exec(first)!;
    const { pathname, search } = new URL(url);
    return {
      method,
      target: pathname + search,
      headers: { ...headers, ...Object.fromEntries(pairs.map((line) => line.split(/:\s*(.*)/, 2))) },
    };
  });
}
interface Sent {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const breaking = [
  "###",
  "### x\nDELETE {{baseUrl}}/store/orders/204\n",
  "\r\n\r\nDELETE /x",
  "{{apiKey}}",
  "{{$processEnv HOME}}",
  "< /etc/passwd",
  "<@ ./input.json",
  "@baseUrl = http://127.0.0.1:9",
  "# @name x",
  "// x",
  "> {% client.log(1) %}",
  "<> x.json",
  " x ",
  "\u2028\u0085\ud800\ufeff",
  "x\n\n\n",
];
/** Clients send another target in place of these. Without the part they leave out, the first two cancel an order. */
const changed = [
  ...["/v1/store/orders/204#x", "/v1/store/orders/1/../204", "/v1/store/orders?x={{apiKey}}"],
  ...["/v1/store/orders?x=\u00e4", "/v1/store/orders?x=<1>", "/v1/store/orders\n\nDELETE /v1/store/orders/1"],
];

test.each(breaking)("no part of a request changes the format of the file, or is changed: %j", (text) => {
  const mock = createMock({ fixtures: "magic" });
  const own = { ...headers, authorization: "Bearer mock-key" };
  const get = (more: Record<string, string>) => ({
    method: "GET",
    target: "/v1/store/orders",
    headers: { ...own, ...more },
  });
  const safe = [get({}), get({ accept: "application/json" })];
  const hostile: Sent[] = [
    { ...get({}), target: `/v1/store/orders/${text}` },
    { ...get({}), method: text },
    ...["get", "PURGE"].map((method) => ({ ...get({}), method })),
    ...changed.map((target) => ({ ...get({}), method: "DELETE", target })),
    get({ accept: text }),
    get({ origin: text }),
    get({ authorization: text }),
    get({ host: text }),
    { ...get({}), body: text },
  ];
  for (const each of hostile) for (const sent of [each, ...safe]) mock.handle(sent);
  const recorded = mock.control.journal();
  const file = journalOf(mock);
  expect(file.match(/^### \d+: /gm)).toHaveLength(recorded.length);
  const replayed = createMock({ fixtures: "magic" });
  const sent = readRequests(file);
  for (const request of sent) replayed.handle(request);
  expect(sent.length).toBeGreaterThanOrEqual(safe.length * hostile.length);
  expect(sent.length + file.match(/^# Left out, /gm)!.length).toBe(recorded.length);
  const shown = ({ method, target, requestHeaders: { host: _, ...rest }, status }: JournalEntry) =>
    JSON.stringify([method, target, rest, status]);
  const known = new Set(recorded.map(shown));
  expect(
    replayed.control
      .journal()
      .map(shown)
      .filter((each) => !known.has(each)),
  ).toEqual([]);
});
