import { createServer, get } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test, vi } from "vitest";
import { createTrafficJudge } from "../judge-traffic.ts";
import { createFolder } from "../testing/verify.ts";
import { startProxy } from "./start-proxy.ts";
import { startRawServer } from "./testing/raw-peers.ts";
import { startTestProxy } from "./testing/start-test-proxy.ts";
import { createTrafficCleaners } from "./traffic-cleaners.ts";
import { watchTraffic } from "./watch-traffic.ts";

vi.setConfig({ testTimeout: 60_000 });

const count = 3000;
const request = (number: number) => `GET /v1/${number} HTTP/1.1\r\nHost: x\r\n\r\n`;

test("of unanswered pipelined requests 64 go on, and the others when there are answers", async () => {
  let answer = (): void => undefined;
  await using server = await startRawServer((socket) => {
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
  const arrived = () => server.received[0]!().toString("latin1").split("GET ").length - 1;
  const sent = () => server.received[0]?.().toString("latin1") ?? "";
  await expect.poll(() => sent().split("GET ").length - 1).toBe(64);
  for (let answered = 0; answered < count; answered++) {
    const before = Math.min(count, 64 + answered);
    await vi.waitFor(() => expect(arrived()).toBe(before), { interval: 1 });
    answer();
  }
  await proxy.ended(count);
  expect(sent()).toBe(all.replaceAll("Host: x", `Host: 127.0.0.1:${server.port}`));
  await expect.poll(() => received.split("ok").length - 1).toBe(count);
  expect(proxy.seen.map(({ exchange }) => exchange.request.target)).toEqual(
    Array.from({ length: count }, (_, number) => `/v1/${number}`),
  );
});

test.each([
  ["nothing", Buffer.alloc(300_000_000)],
  ["brackets", Buffer.alloc(300_000_000, "[")],
  ["a list", Buffer.from(`[${'{"id":1},'.repeat(5_000_000)}{}]`)],
])("a bomb of %s delays no other client by more than 50 ms", async (_name, plain) => {
  const bomb = gzipSync(plain);
  const server = createServer((incoming, response) => {
    if (incoming.url!.endsWith("bomb"))
      response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(bomb);
    else response.end("{}");
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => void server.close());
  onTestFinished(() => server.closeAllConnections());
  const target = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
  const cleaners = createTrafficCleaners([]);
  const judge = createTrafficJudge({ baseUrl: target.href, cleaners });
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
  const call = (path: string) =>
    new Promise<number>((done) => {
      get({ port: proxy.port, path, agent: false }, (answer) => {
        let size = 0;
        answer.on("data", (bytes: Buffer) => {
          size += bytes.length;
        });
        answer.on("end", () => done(size));
      });
    });
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
  process.stdout.write(`longest turn: ${Math.round(longest)} ms\n`);
  expect(longest).toBeLessThan(50);
});
