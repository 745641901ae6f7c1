import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { runSuite } from "../../conformance/run-suite.ts";
import { createHttpTarget } from "../../conformance/targets/http/http-target.ts";
import type { MockReply } from "../../mocks/http/reply.ts";
import { createMock } from "../../mocks/mock.ts";
import { defaultApiKey } from "../../mocks/mock-options.ts";
import { supplyOrders } from "../runner/judge-variant.ts";

const write = ({ status, headers, body }: MockReply): Buffer => {
  const bytes = status === 204 ? Buffer.alloc(0) : Buffer.concat(body);
  const length = status === 204 ? {} : { "content-length": String(bytes.length) };
  const lines = Object.entries({ ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} X\r\n${lines.join("")}\r\n`), bytes]);
};

/** Writes to its socket itself, and answers requests that come in one packet in the reverse order. */
async function startSwapping(isOpen: boolean) {
  const mock = createMock();
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (packet) => {
      const heads = packet.toString("latin1").split("\r\n\r\n").slice(0, -1);
      const replies = heads.map((head) => {
        const [line = "", ...rest] = head.split("\r\n");
        const [method = "", target = ""] = line.split(" ");
        const headers = Object.fromEntries(
          rest.map((each) => {
            const colon = each.indexOf(":");
            return [each.slice(0, colon).toLowerCase(), each.slice(colon + 1).trim()];
          }),
        );
        if (isOpen && heads.length > 1) headers.authorization = `Bearer ${defaultApiKey}`;
        const reply = mock.handle({ method, target, headers });
        return write(method === "HEAD" ? { ...reply, body: [] } : reply);
      });
      socket.write(Buffer.concat(replies.reverse()));
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { pending, shipped } = supplyOrders(mock, "plenty");
  return createHttpTarget({
    baseUrl: `http://127.0.0.1:${port}/v1`,
    apiKey: defaultApiKey,
    arrange: async () => ({ pending, shipped }),
  });
}

const failed = async (isOpen: boolean) => {
  const target = await startSwapping(isOpen);
  const { results } = await runSuite(target).finally(target.close);
  return results.flatMap(({ id, outcome }) => (outcome === "failed" ? [id] : []));
};

test("two pipelined lists that are answered in the wrong order let no call in", {
  timeout: 60_000,
}, async () => {
  expect(await failed(false)).toEqual([]);
});

test("a pipelined list without a key that gets the orders is found", { timeout: 60_000 }, async () => {
  expect(await failed(true)).toContain("authentication/list-without-key");
});
