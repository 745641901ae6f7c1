import { once } from "node:events";
import { createServer, get } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test, vi } from "vitest";
import { TrafficJudge } from "../judge-traffic.ts";
import { startServer } from "../testing/raw-server.ts";
import { createFolder } from "../testing/verify.ts";
import { startProxy } from "./start-proxy.ts";
import { startPlay } from "./testing/raw-peers.ts";
import { startTestProxy } from "./testing/start-test-proxy.ts";
import { createTrafficCleaners } from "./traffic-cleaners.ts";
import { watchTraffic } from "./watch-traffic.ts";

vi.setConfig({ testTimeout: 60_000 });

const count = 500;
const request = (number: number) => `GET /v1/${number} HTTP/1.1\r\nHost: x\r\n\r\n`;

test("64 unanswered pipelined requests go to the server, and the others when there are answers", async () => {
  let answer = (): void => undefined;
  const server = await startPlay((socket) => {
    answer = () => void socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
  });
  const proxy = await startTestProxy(`http://127.0.0.1:${server.port}/v1`);
  const client = connect(proxy.port, "127.0.0.1");
  onTestFinished(() => void client.destroy());
  let received = "";
  client.setEncoding("latin1").on("data", (text: string) => {
    received += text;
  });
  const all = Array.from({ length: count }, (_, number) => request(number)).join("");
  client.write(all);
  const sent = () => server.received().join();
  const arrived = () => sent().split("GET ").length - 1;
  for (let answered = 0; answered <= count; answered++) {
    const before = Math.min(count, 64 + answered);
    await vi.waitFor(() => expect(arrived()).toBe(before), { interval: 1 });
    if (answered < count) answer();
  }
  await proxy.ended(count);
  expect(sent()).toBe(all.replaceAll("Host: x", `Host: 127.0.0.1:${server.port}`));
  await expect.poll(() => received.split("ok").length - 1).toBe(count);
  expect(proxy.seen.map(({ exchange }) => exchange.request.target)).toEqual(
    Array.from({ length: count }, (_, number) => `/v1/${number}`),
  );
});

test.each([
  ["nothing", Buffer.alloc(100_000_000)],
  ["brackets", Buffer.alloc(100_000_000, "[")],
  ["a list", Buffer.from(`[${'{"id":1},'.repeat(5_000_000)}{}]`)],
])("a bomb of %s delays no other client by more than 50 ms", async (_name, plain) => {
  const bomb = gzipSync(plain);
  const server = createServer((incoming, response) => {
    if (incoming.url!.endsWith("bomb"))
      response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(bomb);
    else response.end("{}");
  });
  const target = new URL(`http://127.0.0.1:${await startServer(server)}/v1`);
  const cleaners = createTrafficCleaners([]);
  const judge = new TrafficJudge({ baseUrl: target.href, cleaners });
  const record = join(await createFolder(), "traffic.har");
  const watch = watchTraffic({
    target,
    basePath: "/v1",
    cleaners,
    judge,
    record,
    onTrouble: () => undefined,
  });
  const proxy = await startProxy({ target, port: 0, host: "127.0.0.1", listener: watch.listener });
  const call = async (path: string) => {
    const [answer] = await once(get({ port: proxy.port, path, agent: false }), "response");
    return (await answer.toArray()).reduce((sum: number, { length }: Buffer) => sum + length, 0);
  };
  let longest = 0;
  let isOver = false;
  // Whatever holds this thread up, holds every client up; other programs do not count.
  const look = async () => {
    while (!isOver) {
      const before = process.threadCpuUsage();
      await new Promise((next) => setTimeout(next, 1));
      const { user, system } = process.threadCpuUsage(before);
      longest = Math.max(longest, (user + system) / 1000);
    }
  };
  await call("/v1/store/orders");
  const looking = look();
  const sizes = await Promise.all(
    ["/v1/store/orders?bomb", "/other/bomb", "/v1/store/orders", "/v1/x?bomb"].map(call),
  );
  await watch.close();
  isOver = true;
  await looking;
  await proxy.close();
  expect(sizes).toEqual([bomb.length, bomb.length, 2, bomb.length]);
  expect(judge.count).toBe(2);
  expect(longest).toBeLessThan(50);
});
