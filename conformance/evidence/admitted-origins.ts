/** Which pages a server lets call it: one that it let in before is not why it refuses now. */

import type { Exchange } from "./exchange.ts";

export type AdmittedOrigins = ReturnType<typeof createAdmittedOrigins>;

const mostOrigins = 1000;

export function createAdmittedOrigins() {
  const admitted = new Set<string>();
  return {
    add(exchange: Exchange) {
      const { status = 0 } = exchange.answer ?? {};
      if (status >= 200 && status < 300 && admitted.size < mostOrigins) admitted.add(keyOf(exchange));
    },
    /** Whether the page that made the call was let in before with the same method: many let it read alone. */
    has: (exchange: Exchange) => admitted.has(keyOf(exchange)),
  };
}

function keyOf({ request: { method, headers } }: Exchange): string {
  const values = headers.flatMap(([name, value]) => (/^origin$/i.test(name) ? [value] : []));
  return [method, ...values].join(" ");
}
