/** Services that go away for a while, and networks that lose what was sent. */

import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { before, cancels } from "./chain-right-parts.ts";
import { nth, takeCancel } from "./chain-shop.ts";
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
];
