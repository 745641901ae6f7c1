import { connect, createServer, type Server } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { runSuite } from "../../conformance/run-suite.ts";
import { createHttpTarget } from "../../conformance/targets/http/http-target.ts";
import { startServer } from "../../conformance/testing/raw-server.ts";
import { createMock, type Mock } from "../../mocks/mock.ts";
import { defaultApiKey } from "../../mocks/mock-options.ts";
import { supplyOrders } from "../runner/judge-variant.ts";
import { headOf } from "./wire-parts.ts";
import { serve } from "./wire-server.ts";

/** Judges a mock by a server in front of it. */
async function judge(mock: Mock, front: Server) {
  const target = createHttpTarget({
    baseUrl: `http://127.0.0.1:${await startServer(front)}/v1`,
    apiKey: defaultApiKey,
    arrange: async () => supplyOrders(mock, "plenty"),
  });
  const { results, causes } = await runSuite(target, { settleMs: 0 }).finally(target.close);
  const failed = results.filter(({ outcome }) => outcome === "failed").map(({ id }) => id);
  return { failed, causes: causes.map(({ title, differs }) => [title, differs?.failing.join()]) };
}

/** Passes on what is made of each packet; of none it closes the connection. */
async function judgeBehind(rewrite: (packet: string) => string | undefined) {
  const mock = createMock();
  const behind = await serve(mock);
  onTestFinished(behind.close);
  const front = createServer((socket) => {
    const onward = connect(Number(new URL(behind.baseUrl).port), "127.0.0.1");
    const end = () => [socket, onward].map((each) => each.destroy());
    for (const each of [socket, onward]) each.on("error", end).on("close", end);
    onward.on("data", (bytes) => socket.write(bytes));
    socket.on("data", (bytes) => {
      const text = rewrite(bytes.toString("latin1"));
      if (text === undefined) end();
      else onward.write(text, "latin1");
    });
  });
  return judge(mock, front);
}

/** Requests of a packet, each with the empty line at its end. */
const requestsIn = (packet: string) => packet.split(/(?<=\r\n\r\n)/);
const isKeyed = (request: string) => /^authorization: Bearer mock-key/im.test(request);

test("a server that answers each packet is not blamed", async () => {
  expect(await judgeBehind((packet) => packet)).toEqual({ failed: [], causes: [] });
});

test("a server that closes after the first of several requests in a packet is not blamed", async () => {
  const { failed } = await judgeBehind((packet) =>
    requestsIn(packet)[0]!.replace(
      /^connection: keep-alive/im,
      requestsIn(packet).length > 1 ? "connection: close" : "$&",
    ),
  );
  expect(failed).toEqual([]);
});

test.each([
  ["small letters", /^authorization:.*\r\n/m],
  ["capitals", /^AUTHORIZATION:.*\r\n/m],
])(
  "a server that does not know the name of a header in %s is reported for its lists, with the header",
  async (letters, name) => {
    const { failed, causes } = await judgeBehind((packet) => packet.replace(name, ""));
    expect(failed).toEqual(["list-orders/status"]);
    expect(causes).toEqual([
      ["The list is answered 401, not 200", `GET /store/orders (names of headers in ${letters})`],
    ]);
  },
);

test("a server that knows only header names in lower case is judged with these", async () => {
  const { failed, causes } = await judgeBehind((packet) => packet.replace(/^A.*: Bearer.*\r\n/gm, ""));
  expect(failed).toEqual(["list-orders/status"]);
  const forms = "GET /store/orders,GET /store/orders (names of headers in capitals)";
  expect(causes).toEqual([["The list is answered 401, not 200", forms]]);
});

test("a server that accepts a request by the key of the previous one in the packet is reported", async () => {
  const { failed, causes } = await judgeBehind((packet) => {
    const requests = requestsIn(packet);
    const [first] = requests;
    const key = /^authorization:.*\r\n/im.exec(first!)?.[0] ?? "";
    return isKeyed(first!)
      ? requests.map((each) => (isKeyed(each) ? each : each.replace("\r\n", `\r\n${key}`))).join("")
      : packet;
  });
  expect(failed).toEqual(["authentication/list-without-key"]);
  // Other calls without a key, of the same form, are refused: no row distinguishes them.
  expect(causes).toEqual([["Lists without a key are let in", undefined]]);
});

/** Answers requests that come in one packet in the reverse order. */
const createSwappingServer = (mock: Mock) =>
  createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (packet) => {
      const answers = requestsIn(packet.toString("latin1")).map((request) => {
        const [line = "", ...fields] = request.trimEnd().split("\r\n");
        const [method = "", target = ""] = line.split(" ");
        const headers = Object.fromEntries(
          fields.map((field) => {
            const [name = "", value = ""] = field.split(/: (.*)/s);
            return [name.toLowerCase(), value];
          }),
        );
        const { body, ...reply } = mock.handle({ method, target, headers });
        const bytes = method === "HEAD" ? [] : body;
        return Buffer.concat([Buffer.from(`${headOf({ ...reply, body })}\r\n`), ...bytes]);
      });
      socket.write(Buffer.concat(answers.reverse()));
    });
  });

test("two pipelined lists that are answered in the wrong order do not count as access without a key", async () => {
  const mock = createMock();
  expect((await judge(mock, createSwappingServer(mock))).failed).toEqual([]);
}, 60_000);
