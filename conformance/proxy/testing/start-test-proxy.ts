import { onTestFinished } from "vitest";
import type { HeaderList } from "../../evidence/exchange.ts";
import type { ConnectionOptions } from "../../targets/http/open-socket.ts";
import type { PassingExchange } from "../passing-exchange.ts";
import { startProxy } from "../start-proxy.ts";

/** The copy of an exchange for a test, since its bodies are released at its end. */
export interface Seen {
  readonly exchange: PassingExchange;
  readonly requestBody: string;
  readonly answerBody: string;
  readonly stray: string;
}

const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString("latin1");

/** A proxy that keeps all its reports until its test ends. */
export async function startTestProxy(
  target: string,
  { headers = [], connection = {} }: { headers?: HeaderList; connection?: ConnectionOptions } = {},
) {
  const seen: Seen[] = [];
  const troubles: string[] = [];
  const waiting: { count: number; done: () => void }[] = [];
  const proxy = await startProxy({
    target: new URL(target),
    port: 0,
    host: "127.0.0.1",
    connection,
    listener: {
      began: () => undefined,
      copyLimit: () => ({ request: 1 << 20, answer: 1 << 20 }),
      answered: () => headers,
      ended: async (exchange) => {
        const { request, answer } = exchange;
        seen.push({
          exchange,
          requestBody: text(request.body.bytes()),
          answerBody: text(answer?.body.bytes()),
          stray: text(answer?.stray.bytes()),
        });
        for (const wait of waiting) if (seen.length >= wait.count) wait.done();
      },
      strayed: () => undefined,
    },
    onTrouble: (message) => troubles.push(message),
  });
  onTestFinished(() => proxy.close());
  return {
    port: proxy.port,
    seen,
    troubles,
    ended: (count: number) =>
      new Promise<void>((done) => {
        waiting.push({ count, done });
        if (seen.length >= count) done();
      }),
  };
}
