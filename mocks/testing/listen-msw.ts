import { HttpResponse, http } from "msw/http";
import { setupServer } from "msw/node";

/** No request reaches the network: one that no handler answers gets 418. */
const elsewhere = http.all("*", () => new HttpResponse(null, { status: 418 }));

/** Starts MSW in this process, until it is disposed of. Only one can listen at a time. */
export function listenMsw(...handlers: Parameters<typeof setupServer>) {
  const server = setupServer(...handlers, elsewhere);
  server.listen({ onUnhandledFrame: "error" });
  return Object.assign(server, { [Symbol.dispose]: () => server.close() });
}
