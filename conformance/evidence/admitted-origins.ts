/** Which pages a server lets call it: one that it let in before is not why it refuses now. */

import type { Exchange } from "./exchange.ts";

export interface AdmittedOrigins {
  add(exchange: Exchange): void;
  /** Whether the page that made the call was let in before with the same method: many let it read alone. */
  has(exchange: Exchange): boolean;
}

const mostOrigins = 1000;

export function createAdmittedOrigins(): AdmittedOrigins {
  const admitted = new Set<string>();
  return {
    add(exchange) {
      const { status = 0 } = exchange.answer ?? {};
      if (status >= 200 && status < 300 && admitted.size < mostOrigins) admitted.add(keyOf(exchange));
    },
    has: (exchange) => admitted.has(keyOf(exchange)),
  };
}

function keyOf({ request: { method, headers } }: Exchange): string {
  const values = headers.flatMap(([name, value]) => (/^origin$/i.test(name) ? [value] : []));
  return [method, ...values].join(" ");
}
