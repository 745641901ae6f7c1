import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";
import { createSmallUndici } from "./small-undici.ts";

/** The bundle of a module that uses undici, as text. */
async function bundle(source: string): Promise<string> {
  const build = await rolldown({
    input: "user",
    platform: "neutral",
    external: /^node:/,
    plugins: [
      createSmallUndici(),
      {
        name: "user",
        resolveId: (id) => (id === "user" ? "\0user" : null),
        load: (id) => (id === "\0user" ? source : null),
      },
    ],
    onwarn: (warning) => {
      throw new Error(warning.message);
    },
  });
  const { output } = await build.generate();
  expect(output).toHaveLength(1);
  return output[0].code;
}

const code = await bundle('export { Agent, ProxyAgent } from "undici";');

test("the part of undici needs neither require nor the parts that are left out", () => {
  expect(code).not.toMatch(/\brequire\(|esbuildDetection|class (?:WebSocket|FormData|MockAgent)\b/);
  // Node's own HTTP/2 is loaded by what speaks it, which is not loaded with the rest.
  expect(code).toContain("(...given) => require_client_h2()(...given)");
});

test("the part of undici makes calls, itself and through a proxy", async () => {
  using server = Object.assign(
    createServer((request, response) => response.end(`${request.method} ${request.url}`)),
    { [Symbol.dispose]: () => void server.close() },
  );
  server.on("connect", (_request, socket) => socket.end("HTTP/1.1 418 No\r\n\r\n"));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { Agent, ProxyAgent } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const agent = new Agent();
  const { statusCode, body } = await agent.request({
    origin,
    path: "/a",
    method: "GET",
    headers: ["x", "y"],
  });
  expect([statusCode, await body.text()]).toEqual([200, "GET /a"]);
  await agent.destroy();
  const proxied = new ProxyAgent({ uri: origin });
  await expect(proxied.request({ origin: "https://shop.test", path: "/a", method: "GET" })).rejects.toThrow(
    "418",
  );
  await proxied.destroy();
});
