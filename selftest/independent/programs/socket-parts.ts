/** What people get wrong, and what they may do, on their own sockets. */

import type { Program } from "./program.ts";
import { type Answered, type Message, reasons, type SocketParts, startSocketShop } from "./socket-shop.ts";

export const right = (id: string, why: string, changes: Partial<SocketParts>): Program => ({
  id: `socket-${id}`,
  why,
  start: startSocketShop(changes),
});
export const hasBody = (said: Answered, asked: Message) => said.body !== "" && asked.method !== "HEAD";
export const coded = (said: Answered, body: Buffer, ...more: string[]) =>
  Buffer.concat([
    Buffer.from(
      `HTTP/1.1 ${said.status} ${reasons[said.status]}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${more.join("\r\n")}${more.length > 0 ? "\r\n" : ""}\r\n`,
    ),
    body,
  ]);
