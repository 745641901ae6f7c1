/** A forward proxy that ends with its test: tunnels by CONNECT, and plain requests that name a whole address. */

import { createServer, request as httpRequest, type IncomingMessage, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { listen } from "./listen-raw.ts";

export interface ForwardProxyOptions {
  /** `user:password` that each request must carry, as plain text. Default: none. */
  readonly credentials?: string;
  /** Answers each call with this status itself. */
  readonly refuses?: number;
  /** Whether the credentials are passed to the server, as by a wrong proxy. */
  readonly keepsCredentials?: boolean;
  /** Speaks TLS, with these in PEM. */
  readonly tls?: { readonly key: string; readonly cert: string };
}

export async function startForwardProxy(options: ForwardProxyOptions = {}) {
  const { credentials, refuses, keepsCredentials = false, tls } = options;
  /** Method and target of each request that was passed on. */
  const passed: string[] = [];
  const sockets = new Set<Socket>();
  const expected =
    credentials === undefined ? undefined : `Basic ${Buffer.from(credentials).toString("base64")}`;
  /** The status of its own answer, if it does not let a request through. */
  const refusalOf = ({ headers }: IncomingMessage) =>
    headers["proxy-authorization"] === expected || expected === undefined ? refuses : 407;

  const forward: RequestListener = (request, response) => {
    const status = refusalOf(request);
    if (status !== undefined) {
      // Pages of proxies repeat parts of the request.
      response.writeHead(status, { "proxy-authenticate": "Basic" }).end(JSON.stringify(request.headers));
      return;
    }
    passed.push(`${request.method} ${request.url}`);
    const { "proxy-authorization": own, ...others } = request.headers;
    const headers = keepsCredentials ? { ...others, "proxy-authorization": own } : others;
    const onward = httpRequest(request.url!, { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.rawHeaders);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  };
  const server = tls ? createTlsServer(tls, forward) : createServer(forward);
  server.on("connection", (socket: Socket) => {
    sockets.add(socket.on("error", () => undefined));
  });
  server.on("connect", (request, socket, head) => {
    socket.on("error", () => undefined);
    const status = refusalOf(request);
    if (status !== undefined) {
      socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 2\r\n\r\nno`);
      return;
    }
    passed.push(`CONNECT ${request.url}`);
    const { hostname, port } = new URL(`http://${request.url}`);
    const onward = connect(Number(port), hostname, () => {
      socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    sockets.add(onward.on("error", () => socket.destroy()));
    socket.on("close", () => onward.destroy());
  });
  const host = `127.0.0.1:${await listen(server)}`;
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const scheme = tls ? "https" : "http";
  return { host, url: `${scheme}://${host}`, passed, with: (user: string) => `${scheme}://${user}@${host}` };
}
