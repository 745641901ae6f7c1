/** Services that go away for a while or have no room, and networks that lose what was sent. */

import type { Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { before, cancels, right } from "./chain-right-parts.ts";
import { memo, nth, takeCancel, usual, write } from "./chain-shop.ts";
import type { Program } from "./program.ts";

/** At some call the process ends, and another listens a while later, with the same orders. */
const restarts = (id: string, at: number, ms: number) =>
  before(id, `at call ${at} the process ends, and is back ${ms} ms later`, async (context, go) => {
    if (nth(context, "calls") !== at) return go();
    const { server } = context.request.socket as unknown as { readonly server: Server };
    const { port } = server.address() as AddressInfo;
    server.close();
    server.closeAllConnections();
    setTimeout(() => server.listen(port, "127.0.0.1"), ms);
  });

export const rightOutages: readonly Program[] = [
  restarts("restarts-early", 120, 200),
  restarts("restarts-late", 470, 900),
  ...[1, 2, 3].map((which) =>
    cancels(`loses-answer-${which}`, `cancel ${which} that is carried out is not answered`, (context, id) => {
      takeCancel(context, id);
      if (nth(context, "done") === which) context.request.socket.destroy();
    }),
  ),
  before("loses-one-in-31", "one answer in 31 is lost on the way", async (context, go) => {
    await go();
    if (nth(context, "answers") % 31 === 0) context.request.socket.destroy();
  }),
  before("forgets-one-in-31", "one request in 31 is lost on the way", async (context, go) => {
    if (nth(context, "requests") % 31 === 0) return void context.request.socket.destroy();
    await go();
  }),
  before(
    "waits-before-cancels",
    "each third cancel is put off before anything is done",
    async (context, go) => {
      if (context.method !== "DELETE" || nth(context, "cancels") % 3) return go();
      context.status = 429;
      context.headers = { "retry-after": "0" };
    },
  ),
  // uvicorn --limit-concurrency: those that nobody uses count, too.
  before(
    "six-connections",
    "who comes on a seventh connection is turned away without a word",
    async (context, go) => {
      const open = memo(context, "open", () => new Set<Socket>());
      const { socket } = context.request;
      if (open.has(socket)) return go();
      if (open.size < 6) {
        open.add(socket);
        socket.once("close", () => open.delete(socket));
        return go();
      }
      context.status = 503;
      context.headers = { "content-type": "text/plain", connection: "close" };
      context.body = "Service Unavailable";
    },
  ),
  before("four-connections", "who comes on a fifth connection finds it closed", async (context, go) => {
    (context.request.socket as unknown as { readonly server: Server }).server.maxConnections = 4;
    await go();
  }),
  // gunicorn: what is asked next on that connection is answered behind it.
  right("head-has-a-body", "HEAD is answered with the body of GET, which comes late", usual, (context) => {
    const owed = memo(context, "owed", () => new WeakMap<Socket, string>());
    const { socket } = context.request;
    socket.write(owed.get(socket) ?? "");
    owed.delete(socket);
    if (context.method === "HEAD" && context.status === 200) {
      const body = JSON.stringify(context.body);
      context.headers["content-length"] = String(body.length);
      owed.set(socket, body);
    }
    write(context);
  }),
];
