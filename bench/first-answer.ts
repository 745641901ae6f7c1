/** Single requests of the bench's own, on the clock. */

import { Agent, type IncomingMessage, request } from "node:http";

export interface Answer {
  readonly status: number;
  readonly rawHeaders: readonly string[];
  readonly bytes: number;
  readonly body: Buffer | undefined;
  /** Milliseconds from the request to the first byte of the body, or to the head where there is none. */
  readonly firstByteMs: number;
  readonly wholeMs: number;
}

export interface Call {
  readonly method?: string;
  readonly authorization?: string | undefined;
  readonly agent?: Agent;
  readonly limitMs?: number;
  /** Keeps the body; else only its length is known. */
  readonly keepBody?: boolean;
}

/** An agent with one connection, kept: what a client in a loop uses. */
export const createOneConnection = () => new Agent({ keepAlive: true, maxSockets: 1 });

/** @throws {Error} when no whole answer came within the limit (default: 30 s) */
export function call(url: string, options: Call = {}): Promise<Answer> {
  const { method = "GET", authorization, agent, limitMs = 30_000, keepBody = false } = options;
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const headers = authorization === undefined ? {} : { authorization };
    const sent = request(url, { method, headers, agent: agent ?? false }, receive);
    const limit = setTimeout(
      () => sent.destroy(new Error(`no whole answer in ${limitMs / 1000} s`)),
      limitMs,
    );
    const fail = (error: Error) => {
      clearTimeout(limit);
      reject(error);
    };
    sent.on("error", fail);
    sent.end();

    function receive(response: IncomingMessage) {
      let firstByteMs: number | undefined;
      let bytes = 0;
      const pieces: Buffer[] = [];
      response.on("data", (piece: Buffer) => {
        firstByteMs ??= performance.now() - startedAt;
        bytes += piece.length;
        if (keepBody) pieces.push(piece);
      });
      response.on("error", fail);
      response.on("end", () => {
        clearTimeout(limit);
        const wholeMs = performance.now() - startedAt;
        resolve({
          status: response.statusCode ?? 0,
          rawHeaders: response.rawHeaders,
          bytes,
          body: keepBody ? Buffer.concat(pieces) : undefined,
          firstByteMs: firstByteMs ?? wholeMs,
          wholeMs,
        });
      });
    }
  });
}

const pollMs = 2;

/**
 * Asks until the answer is 200 and whole. Resolves to that answer.
 * @throws {Error} when none came before the limit, or the server ended
 */
export async function firstAnswer(
  url: string,
  authorization: string,
  ended: Promise<string>,
  limitMs: number,
): Promise<Answer> {
  const deadline = performance.now() + limitMs;
  let over: string | undefined;
  void ended.then((words) => {
    over = words;
  });
  let last = "nothing listened";
  while (performance.now() < deadline) {
    if (over !== undefined) throw new Error(`it ended: ${over}`);
    try {
      const answer = await call(url, { authorization, limitMs: Math.max(1, deadline - performance.now()) });
      if (answer.status === 200) return answer;
      last = `it answered ${answer.status}`;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== "ECONNREFUSED") last = message;
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  throw new Error(`no list in ${limitMs / 1000} s: ${last}`);
}
