import { expect, onTestFinished, test } from "vitest";
import { type Reply, startRawServer } from "../../testing/raw-server.ts";
import { createHttpTarget } from "./http-target.ts";

const withKey = [["authorization", "Bearer k"]] as const;
const get = { method: "GET", path: "/", headers: withKey };
const cancel = { method: "DELETE", path: "/1", headers: withKey };
const ok = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n[]";
const noContent = "HTTP/1.1 204 No Content\r\n\r\n";

/** Names for each request the connection on which it came. */
async function start(reply: Reply, connections?: number) {
  const sockets: unknown[] = [];
  const heard: string[] = [];
  const origin = await startRawServer((socket, head, count) => {
    if (!sockets.includes(socket)) sockets.push(socket);
    heard.push(`${head.split(" ", 1)[0]} on ${sockets.indexOf(socket) + 1}`);
    reply(socket, head, count);
  });
  const target = createHttpTarget({ baseUrl: origin, apiKey: "k", ...(connections && { connections }) });
  onTestFinished(() => target.close());
  return { target, heard, sockets };
}

test("successive calls use one connection, cancels too", async () => {
  const { target, heard } = await start((socket) => socket.write(ok));
  for (const each of [get, cancel, get, cancel]) await target.send(each, { repeatable: each === get });
  expect(heard).toEqual(["GET on 1", "DELETE on 1", "GET on 1", "DELETE on 1"]);
});

test("a hundred simultaneous calls use no more connections than allowed", async () => {
  const { target, heard, sockets } = await start((socket) => void setImmediate(() => socket.write(ok)), 5);
  await Promise.all(Array.from({ length: 100 }, () => target.send(get)));
  expect([heard.length, sockets.length]).toEqual([100, 5]);
});

test("calls that must be sent together have one connection each, whatever the limit", async () => {
  const { target, sockets } = await start((socket) => socket.write(ok), 1);
  let missing = 5;
  const { promise, resolve } = Promise.withResolvers<void>();
  const together = () => {
    if (--missing === 0) resolve();
    return promise;
  };
  await Promise.all(Array.from({ length: 5 }, () => target.send(cancel, { repeatable: false, together })));
  expect(sockets).toHaveLength(5);
});

test("calls that are sent together with one name are pipelined on its connection, and each gets its own answer", async () => {
  const heard: string[] = [];
  const { target, sockets } = await start((socket, head) => {
    heard.push(`["${head.split(" ")[1]}"]`);
    // None is answered before all are there.
    if (heard.length < 3) return;
    for (const text of heard)
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${text.length}\r\n\r\n${text}`);
  });
  const together = async () => undefined;
  const answers = await Promise.all(
    ["/a", "/b", "/c"].map((path) => target.send({ ...get, path }, { connection: "p", together })),
  );
  expect(answers.map(({ body }) => Buffer.from(body).toString())).toEqual(['["/a"]', '["/b"]', '["/c"]']);
  expect(sockets).toHaveLength(1);
});

test("calls of one name share a connection of their own, and calls without a name share none", async () => {
  const { target, heard } = await start((socket, head) => {
    socket.write(ok);
    if (/connection: close/.test(head)) socket.end();
  });
  await target.send(get);
  await Promise.all([target.send(get, { connection: "a" }), target.send(cancel, { connection: "a" })]);
  await target.send(get, { connection: "" });
  await target.send(get, { connection: "a" });
  await target.send(get);
  expect(heard).toEqual(["GET on 1", "GET on 2", "DELETE on 2", "GET on 3", "GET on 2", "GET on 1"]);
});

test("bytes that arrive late behind a 204 are noticed, while other calls use other connections", async () => {
  const late = Promise.withResolvers<void>();
  const { target, heard } = await start((socket, head) => {
    socket.write(head.startsWith("DELETE") ? noContent : ok);
    if (head.startsWith("DELETE")) void late.promise.then(() => socket.write("{}"));
  });
  const answer = await target.send(cancel, { repeatable: false });
  await target.send(get);
  expect(answer.stray).toHaveLength(0);
  late.resolve();
  await target.quiet!();
  expect(Buffer.from(answer.stray!).toString()).toBe("{}");
  await target.send(get);
  expect(heard).toEqual(["DELETE on 1", "GET on 2", "GET on 2"]);
});

test("a server that ends connections without notice gets each cancel on a new one", async () => {
  const { target, heard } = await start((socket, _head, count) => {
    if (count === 2) socket.end(ok);
    else socket.write(ok);
  });
  for (let times = 0; times < 6; times++) await target.send(get).catch(() => undefined);
  for (let times = 0; times < 3; times++) await target.send(cancel, { repeatable: false });
  expect(new Set(heard.filter((each) => each.startsWith("DELETE"))).size).toBe(3);
});

test("a line break in a header is not sent", async () => {
  const { target, heard } = await start((socket) => socket.write(ok));
  await expect(target.send({ ...get, headers: [["x", "1\r\ny: 2"]] })).rejects.toThrow("cannot be sent");
  expect(heard).toEqual([]);
});

test("a body that follows the answer to a HEAD, however late, is not read as another answer", async () => {
  const { target, heard } = await start((socket, head, count) => {
    if (head.startsWith("HEAD")) socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n");
    else socket.write(count > 1 ? `[]${ok}` : ok);
  });
  const head = { ...get, method: "HEAD" };
  await target.send(head);
  await target.quiet!();
  await expect(target.send(get)).rejects.toMatchObject({ name: "NoAnswer" });
  await target.send(head);
  await target.quiet!();
  await target.send(cancel, { repeatable: false });
  expect(heard).toEqual(["HEAD on 1", "GET on 1", "HEAD on 2", "DELETE on 3"]);
});

test("a 408 on an idle connection is not read as a body of the 204 before it", async () => {
  const { target, heard } = await start((socket, head) => {
    socket.write(head.startsWith("DELETE") ? noContent : ok);
    if (heard.length === 1)
      setTimeout(() => socket.end("HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n"), 5);
  });
  const answer = await target.send(cancel, { repeatable: false });
  await target.quiet!();
  expect(answer.stray).toHaveLength(0);
  await target.send(cancel, { repeatable: false });
  expect(heard).toEqual(["DELETE on 1", "DELETE on 2"]);
});
