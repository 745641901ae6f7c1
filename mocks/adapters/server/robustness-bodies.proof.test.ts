import { describe, expect, test } from "vitest";
import { parseJson } from "../../../base/json.ts";
import { callPort, openSocket, parseAnswer, readToEnd, writeRequest } from "../../testing/raw-socket.ts";
import { startMockServer } from "./mock-server.ts";

/** Bodies of control requests, and of requests whose bodies are not read. */

const resetHead = (length: number) =>
  writeRequest("POST /_mock/reset", { "content-length": String(length) }).toString();

async function reset(port: number, given: string | Buffer) {
  const { status, body } = await callPort(port, "POST /_mock/reset", {}, given);
  return { status, body: parseJson(body) };
}

describe("a control request", () => {
  test("may begin with a byte order mark", async () => {
    await using server = await startMockServer();
    expect(await reset(server.port, '\ufeff{"orders":7}')).toMatchObject({
      status: 200,
      body: { orders: 7n },
    });
  });

  test("that ends in the middle of its body has no effect", async () => {
    await using server = await startMockServer();
    const body = '{"orders":3}';
    for (const end of ["end", "resetAndDestroy", "destroy"] as const) {
      const socket = await openSocket(server.port);
      socket.write(resetHead(body.length + 1) + body);
      const all = readToEnd(socket);
      socket[end]();
      await all;
    }
    expect((await reset(server.port, "[")).status).toBe(400);
    expect(server.mock.control.orders()).toHaveLength(25);
  });

  test("that arrives byte by byte is read, and other clients are served meanwhile", async () => {
    await using server = await startMockServer();
    const socket = (await openSocket(server.port)).setNoDelay(true);
    const all = readToEnd(socket);
    const text = writeRequest("POST /_mock/reset", {}, '{"orders":3}').toString();
    for (const [index, letter] of [...text].entries()) {
      socket.write(letter);
      // Each is on its way alone: another exchange lies between.
      if (index % 10 === 0) expect((await reset(server.port, "[")).status).toBe(400);
      else await new Promise(setImmediate);
    }
    expect(parseAnswer(await all).status).toBe(200);
    expect(server.mock.control.orders()).toHaveLength(3);
  });

  test("that is almost too large, beside four others, gets 503 with Retry-After, so that memory stays bounded", {
    timeout: 30_000,
  }, async () => {
    await using server = await startMockServer();
    const body = Buffer.alloc(9_900_000, " ");
    const held = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const socket = await openSocket(server.port);
        socket.write(resetHead(body.length));
        await new Promise((resolve) => socket.write(body.subarray(1), resolve));
        return socket;
      }),
    );
    // Their bytes are on their way yet: the server, in this process, reads 64 KiB of each in a turn.
    for (let turn = 0; turn < 1000; turn++) await new Promise(setImmediate);
    expect(await reset(server.port, body)).toMatchObject({ status: 503, body: { code: "too_many_bodies" } });
    const answers = held.map(readToEnd);
    for (const socket of held) socket.end(" ");
    for (const answer of answers) expect(parseAnswer(await answer).status).toBe(200);
    expect((await reset(server.port, body)).status).toBe(200);
  });
});
