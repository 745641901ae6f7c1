/** Rules that stand for a kind of bad day, by name. */

import type { FaultPreset } from "../../spec/control-protocol.ts";
import type { FaultRule } from "./fault-rule.ts";

export const presetRules: Readonly<Record<FaultPreset, readonly FaultRule[]>> = {
  outage: [{ name: "outage", fault: "status", status: 503, retryAfter: 5 }],
  slow: [{ name: "slow", fault: "delay", ms: [800, 3000] }],
  flaky: [
    { name: "flaky", fault: "delay", ms: [0, 600] },
    { name: "flaky", fault: "status", status: 500, probability: 0.15 },
    { name: "flaky", fault: "reset-before", probability: 0.05 },
    // The worst of them for a client: the cancel has happened, and nobody says so.
    { name: "flaky", fault: "reset-after", operation: "cancelOrder", probability: 0.1 },
  ],
  stale: [{ name: "stale", fault: "stale-list", reads: 3 }],
  "shipping-race": [{ name: "shipping-race", fault: "ship-first", probability: 0.5 }],
};
