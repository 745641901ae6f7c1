/** Ids of no order, and texts that are no id, answered otherwise than by a 404. */

import { type ServerRow, servers } from "../independent-server.ts";
import type { Ask, Say, Shop } from "../shop.ts";
import { fault, json, say } from "../shop.ts";

const missing = (
  id: string,
  instead: (ask: Ask, shop: Shop) => Say | undefined,
  why = "4.2: 404 when the order cannot be found",
): ServerRow => [
  id,
  why,
  (shop) => {
    const { missing: proper } = shop;
    shop.missing = (ask) => instead(ask, shop) ?? proper(ask);
  },
];
const digits = (ask: Ask) => /\/(-?\d+)$/.exec(ask.path)?.[1] ?? "";
const number = (ask: Ask) => BigInt(digits(ask) || 1);

export const unknownIds = servers([
  missing("unknown-204", () => say(204)),
  missing("unknown-200", () => json(200, { deleted: 0 })),
  missing("unknown-400", () => fault(400, "bad", "Bad")),
  missing("unknown-409", () => fault(409, "conflict", "Not pending")),
  missing("unknown-410", () => fault(410, "gone", "Gone")),
  missing("unknown-500", () => fault(500, "internal", "No rows")),
  missing("unknown-above-int32-500", (ask) =>
    number(ask) >= 2n ** 31n ? fault(500, "int", "out of range") : undefined,
  ),
  missing("unknown-above-int32-400", (ask) =>
    number(ask) >= 2n ** 31n ? fault(400, "int", "out of range") : undefined,
  ),
  missing("unknown-above-2-53-400", (ask) =>
    number(ask) > 2n ** 53n ? fault(400, "int", "unsafe") : undefined,
  ),
  missing("unknown-negative-500", (ask) => (number(ask) < 0n ? fault(500, "int", "negative") : undefined)),
  missing("unknown-negative-204", (ask) => (number(ask) < 0n ? say(204) : undefined)),
  missing("unknown-zero-204", (ask) => (digits(ask) === "0" ? say(204) : undefined)),
  missing("unknown-max-500", (ask) =>
    number(ask) === 2n ** 63n - 1n ? fault(500, "int", "max") : undefined,
  ),
  missing("unknown-beyond-int64-500", (ask) =>
    number(ask) >= 2n ** 63n ? fault(500, "int", "overflow") : undefined,
  ),
  missing("malformed-500", (ask) => (digits(ask) === "" ? fault(500, "nan", "NaN") : undefined)),
  missing("malformed-204", (ask) => (digits(ask) === "" ? say(204) : undefined)),
  missing("malformed-percent-500", (ask) =>
    ask.path.includes("%") ? fault(500, "uri", "URI malformed") : undefined,
  ),
  missing("malformed-long-500", (ask) =>
    ask.path.length > 60 ? fault(500, "long", "value too long") : undefined,
  ),
  missing("malformed-nul-500", (ask) =>
    /%00/.test(ask.path) ? fault(500, "nul", "invalid byte sequence") : undefined,
  ),
  missing("malformed-quote-500", (ask) =>
    /'|%27/.test(ask.path) ? fault(500, "sql", "syntax error at or near") : undefined,
  ),
  missing(
    "unknown-second-time-204",
    (() => {
      const seen = new Set<string>();
      return (ask: Ask) => {
        const isKnown = seen.has(ask.path);
        seen.add(ask.path);
        return isKnown ? say(204) : undefined;
      };
    })(),
  ),
  missing(
    "unknown-tenth-500",
    (() => {
      let count = 0;
      return () => (++count % 10 === 0 ? fault(500, "pool", "pool exhausted") : undefined);
    })(),
  ),
]);
