/** What wrong servers of their own make put on the wire. */

import { setTimeout as later } from "node:timers/promises";
import type { WrongProgram } from "./program.ts";
import { coded, hasBody, right } from "./socket-parts.ts";
import { type Answered, format, type Message, reasons, type SocketParts } from "./socket-shop.ts";

const wrong = (id: string, why: string, blames: RegExp, changes: Partial<SocketParts>): WrongProgram => ({
  ...right(id, why, changes),
  blames,
});
const changed = (
  id: string,
  why: string,
  blames: RegExp,
  make: (said: Answered, asked: Message) => string | Buffer | undefined,
  keep = true,
) =>
  wrong(id, why, blames, {
    write: (said, asked, socket) => socket.write(make(said, asked) ?? format(said, asked)),
    ...(!keep && { keep: () => false }),
  });
const noBody = /^cancel-order\/no-body$/;

export const wrongSocketPrograms: readonly WrongProgram[] = [
  changed("204-null", "null behind each 204", noBody, (said, asked) =>
    said.status === 204 ? `${format(said, asked)}null` : undefined,
  ),
  changed("204-length-4", "a 204 with a length and a body", noBody, (said, asked) =>
    said.status === 204 ? `${format(said, asked, ["Content-Length: 4"])}null` : undefined,
  ),
  changed("204-chunked-empty", "a 204 that ends like chunks do", noBody, (said, asked) =>
    said.status === 204 ? `${format(said, asked, ["Transfer-Encoding: chunked"])}0\r\n\r\n` : undefined,
  ),
  changed("204-body-on-second", "only on a connection that was used before", noBody, (said, asked) =>
    said.status === 204 && asked.nth > 1 ? `${format(said, asked, ["Content-Length: 2"])}{}` : undefined,
  ),
  wrong("204-body-late", "the bytes come 50 ms later", noBody, {
    write: async (said, asked, socket) => {
      socket.write(format(said, asked));
      if (said.status === 204) {
        await later(50);
        socket.write("{}");
      }
    },
  }),
  changed("list-latin1", "umlauts as ISO 8859-1", /^list-orders\/|^order\//, (said, asked) =>
    said.status === 200 && hasBody(said, asked)
      ? coded(said, Buffer.from(said.body.replace("{", '{"note":"\u00fc",'), "latin1"))
      : undefined,
  ),
  changed("list-cut-at-1000", "a buffer of 1000 bytes", /^list-orders\//, (said, asked) =>
    said.status === 200 && hasBody(said, asked) && said.body.length > 1000
      ? coded(said, Buffer.from(said.body.slice(0, 1000)))
      : undefined,
  ),
  changed("list-single-quotes", "JSON as Python prints it", /^list-orders\//, (said, asked) =>
    said.status === 200 && hasBody(said, asked)
      ? coded(said, Buffer.from(said.body.replaceAll('"', "'")))
      : undefined,
  ),
  changed("list-twice-in-body", "two arrays", /^list-orders\//, (said, asked) =>
    said.status === 200 && hasBody(said, asked) ? coded(said, Buffer.from(said.body + said.body)) : undefined,
  ),
  changed("error-plain", "errors are words", /^errors\//, (said) =>
    said.status === 401 || said.status === 404
      ? coded({ ...said }, Buffer.from(reasons[said.status]!))
      : undefined,
  ),
  changed("error-quoted", "JSON in a JSON string", /^errors\//, (said, asked) =>
    hasBody(said, asked) && said.status > 400
      ? coded(said, Buffer.from(JSON.stringify(said.body)))
      : undefined,
  ),
  changed("error-array", "an array with an error in it", /^errors\//, (said, asked) =>
    hasBody(said, asked) && said.status > 400 ? coded(said, Buffer.from(`[${said.body}]`)) : undefined,
  ),
  changed("error-on-cancel-empty", "a 401 to a cancel has no body", /^errors\//, (said, asked) =>
    asked.method === "DELETE" && said.status === 401
      ? "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n"
      : undefined,
  ),
  changed("error-type-html", "JSON that says it is HTML", /^errors\//, (said, asked) =>
    said.status > 400 ? format(said, asked).replace("application/json", "text/html") : undefined,
  ),
  changed("head-201", "HEAD says 201 without a key", /^authentication\//, (said, asked) =>
    asked.method === "HEAD" ? format({ ...said, status: 201 }, asked) : undefined,
  ),
  wrong("third-is-500", "each third request of a connection fails", /./, {
    write: (said, asked, socket) =>
      socket.write(format(asked.nth % 3 === 0 ? { status: 500, body: "" } : said, asked)),
  }),
];
