/**
 * One request on a socket of its own, every byte of the answer kept. HTTP
 * clients hide what follows a 204; here nothing is hidden.
 */

import { connect as connectTcp, isIP, type Socket } from "node:net";
import { type ConnectionOptions, connect as connectTls } from "node:tls";
import type { Answer, HeaderList, OutgoingRequest } from "../../history/exchange.ts";
import { startDeadline } from "../deadline.ts";
import { describeFailure } from "../failure-words.ts";
import { BrokenAnswer, NoAnswer } from "../target.ts";
import type { BodySlot } from "./body-limits.ts";
import { type Head, isCut, isWhole, readHead, toAnswer, withoutBodyOfHead } from "./wire-answer.ts";

export interface WireProbeOptions {
  /** Whole address of the request. */
  readonly url: URL;
  /** Request target as it goes on the request line. */
  readonly target: string;
  readonly timeoutMs: number;
  readonly tls?: ConnectionOptions;
  readonly slot: BodySlot;
  /** Target of a HEAD with the same headers that goes over the connection first. */
  readonly warmUp?: string;
  readonly together?: (() => Promise<void>) | undefined;
}

/** So long a connection may take to be used a first time; then one of its own will do. */
const warmUpMs = 1000;

/** Bytes behind a 204 are waited for this long where the server keeps the connection open against our wish. */
const lingerMs = 250;
/** Nobody's head or refusal is longer; a server that sends without end must not fill the memory. */
const maxBytes = 1024 * 1024;

/** @throws {NoAnswer} */
export async function probeWire(request: OutgoingRequest, options: WireProbeOptions): Promise<Answer> {
  const used = options.warmUp === undefined ? undefined : await usedSocket(request, options.warmUp, options);
  await options.together?.();
  const taken = used?.();
  return probeOver(taken?.socket ?? openSocket(options.url, options.tls), request, options, taken?.head);
}

/** @param headBefore of the HEAD that was answered on the connection before */
function probeOver(
  socket: Socket,
  request: OutgoingRequest,
  options: WireProbeOptions,
  headBefore?: Head,
): Promise<Answer> {
  const { url, target, timeoutMs } = options;
  return new Promise((resolve, reject) => {
    const received = createByteBuffer();
    const answerBytes = () =>
      headBefore ? withoutBodyOfHead(headBefore, received.bytes()) : received.bytes();
    let linger: NodeJS.Timeout | undefined;

    const finish = (failure?: string) => {
      deadline.end();
      clearTimeout(linger);
      socket.destroy();
      const head = readHead(answerBytes());
      if (head && request.method !== "HEAD" && isCut(head, failure !== undefined))
        return reject(new BrokenAnswer(failure ?? "the connection closed within the answer", "cut"));
      if (head) return resolve(toAnswer(request.method, head, options.slot));
      // Bytes that are no answer come from a server all the same.
      const why = failure ?? "the connection closed before an answer";
      const start = answerBytes().toString("latin1", 0, 5);
      if (start === "") return reject(new NoAnswer(why));
      reject(new BrokenAnswer(why, "HTTP/".startsWith(start) ? "cut" : "unreadable"));
    };
    const deadline = startDeadline(timeoutMs, () => finish(`timeout after ${timeoutMs} ms`));

    socket.on("data", (bytes: Buffer) => {
      received.add(bytes);
      const head = readHead(answerBytes());
      if (head && isWhole(head)) finish();
      else if (received.bytes().length > maxBytes)
        finish(head ? "the answer to a DELETE is longer than 1 MiB" : "the head of the answer has no end");
      else if (head?.status === 204) linger ??= setTimeout(finish, lingerMs);
    });
    socket.on("end", () => finish());
    socket.on("error", (error) => finish(describeFailure(error, timeoutMs)));
    const headers: HeaderList = [["host", url.host], ...request.headers, ["connection", "close"]];
    const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
    socket.write(`${request.method} ${target} HTTP/1.1\r\n${lines}\r\n`);
  });
}

/** Takes the connection, if it is still open. */
type TakeSocket = () => { readonly socket: Socket; readonly head: Head } | undefined;

/** A connection on which a HEAD was answered; none where the server closes it or writes a body nobody asked for. */
function usedSocket(
  request: OutgoingRequest,
  target: string,
  { url, tls }: WireProbeOptions,
): Promise<TakeSocket> {
  return new Promise((resolve) => {
    const socket = openSocket(url, tls);
    const received = createByteBuffer();
    let isOpen = true;
    const take = () => {
      socket.removeAllListeners();
      const head = readHead(received.bytes());
      // A part of a body nobody asked for: where it ends is not known.
      if (isOpen && head?.rest.length === 0) return { socket, head };
      socket.on("error", () => undefined).destroy();
      return undefined;
    };
    const end = () => {
      clearTimeout(deadline);
      resolve(take);
    };
    const close = () => {
      isOpen = false;
      end();
    };
    const deadline = setTimeout(close, warmUpMs);
    socket.on("data", (bytes: Buffer) => {
      received.add(bytes);
      const head = readHead(received.bytes());
      const closes = /^HTTP\/1\.0|^connection:\s*close\s*$/im.test(received.bytes().toString("latin1"));
      if (head && (closes || head.rest.length > 0)) close();
      else if (head) end();
    });
    for (const event of ["error", "end", "close"]) socket.on(event, close);
    const headers: HeaderList = [["host", url.host], ...request.headers];
    const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
    socket.write(`HEAD ${target} HTTP/1.1\r\n${lines}\r\n`);
  });
}

/** Grows by doubling: bytes that come one by one are not copied for each. */
function createByteBuffer() {
  let room = Buffer.alloc(16 * 1024);
  let size = 0;
  return {
    bytes: () => room.subarray(0, size),
    add(bytes: Buffer): void {
      if (size + bytes.length > room.length) {
        const larger = Buffer.alloc(2 * (size + bytes.length));
        room.copy(larger, 0, 0, size);
        room = larger;
      }
      bytes.copy(room, size);
      size += bytes.length;
    },
  };
}

function openSocket(url: URL, tls: ConnectionOptions | undefined): Socket {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (url.protocol === "https:") {
    return connectTls({
      host,
      port: Number(url.port || 443),
      // A name alone may be told (RFC 6066, 3); the certificate is held against the address all the same.
      ...(isIP(host) === 0 && { servername: host }),
      ALPNProtocols: ["http/1.1"],
      ...tls,
    });
  }
  return connectTcp({ host, port: Number(url.port || 80) });
}
