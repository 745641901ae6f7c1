/**
 * One request on a socket of its own, every byte of the answer kept. HTTP
 * clients hide what follows a 204; here nothing is hidden.
 */

import { connect as connectTcp, type Socket } from "node:net";
import { type ConnectionOptions, connect as connectTls } from "node:tls";
import type { Answer, HeaderList, OutgoingRequest } from "../exchange.ts";
import { NoAnswer } from "../target.ts";

export interface WireProbeOptions {
  /** Whole address of the request. */
  readonly url: URL;
  /** Request target as it goes on the request line. */
  readonly target: string;
  readonly timeoutMs: number;
  readonly tls?: ConnectionOptions;
}

/** Late bytes are waited for this long where the server keeps the connection open against our wish. */
const lingerMs = 250;

/** @throws {NoAnswer} */
export function probeWire(request: OutgoingRequest, options: WireProbeOptions): Promise<Answer> {
  const { url, target, timeoutMs } = options;
  return new Promise((resolve, reject) => {
    const socket = openSocket(url, options.tls);
    let received = Buffer.alloc(0);
    let linger: NodeJS.Timeout | undefined;

    const finish = (failure?: string) => {
      clearTimeout(deadline);
      clearTimeout(linger);
      socket.destroy();
      const answer = readAnswer(received);
      if (answer) resolve(answer);
      else reject(new NoAnswer(failure ?? "the connection closed before an answer"));
    };
    const deadline = setTimeout(() => finish(`timeout after ${timeoutMs} ms`), timeoutMs);

    socket.on("data", (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      if (!linger && received.includes("\r\n\r\n")) linger = setTimeout(() => finish(), lingerMs);
    });
    socket.on("end", () => finish());
    socket.on("error", (error: NodeJS.ErrnoException) => finish(error.code ?? error.message));
    const headers: HeaderList = [["host", url.host], ...request.headers, ["connection", "close"]];
    const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
    socket.write(`${request.method} ${target} HTTP/1.1\r\n${lines}\r\n`);
  });
}

function openSocket(url: URL, tls: ConnectionOptions | undefined): Socket {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (url.protocol === "https:") {
    return connectTls({
      host,
      port: Number(url.port || 443),
      servername: host,
      ALPNProtocols: ["http/1.1"],
      ...tls,
    });
  }
  return connectTcp({ host, port: Number(url.port || 80) });
}

/** Head and rest of an answer. Interim 1xx answers are passed over (RFC 9110, 15.2). */
function readAnswer(bytes: Buffer): Answer | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [statusLine = "", ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const status = Number(/^HTTP\/\d\.\d (\d{3})/.exec(statusLine)?.[1]);
  const rest = bytes.subarray(end + 4);
  if (!Number.isInteger(status)) return undefined;
  if (status >= 100 && status < 200) return readAnswer(rest);
  const headers = lines.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return status === 204
    ? { status, headers, body: new Uint8Array(), stray: new Uint8Array(rest) }
    : { status, headers, body: new Uint8Array(rest) };
}
