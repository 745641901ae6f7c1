/** What a person sees when the mock starts: where it is, what opens it, what to try. */

import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { kitVersion } from "../../spec/kit-version.ts";
import { ordersPath } from "../../spec/wire.ts";

export interface BannerFacts {
  readonly baseUrl: string;
  /** The key to show, or undefined when it is the user's own and stays unseen. */
  readonly shownKey: string | undefined;
  /** Where a key of the user's own was given. */
  readonly keySource: string;
  /** Who can reach it, where that is not this machine alone. */
  readonly network: string | undefined;
  /** Those to show as examples. */
  readonly orders: readonly FixtureOrder[];
  /** How many there are. */
  readonly count: number;
  /** Where the orders come from, in words. */
  readonly source: string;
  readonly profile: string;
  readonly controlUrl: string | undefined;
  /** For a browser. */
  readonly pageUrl: string | undefined;
  /** The file orders are kept in. */
  readonly state: string | undefined;
  /** Whether a change of the fixtures file starts every world over. */
  readonly watched: boolean;
  readonly latency: string | undefined;
  readonly faults: string | undefined;
  readonly shipping: string | undefined;
  /** What is wrong on purpose. */
  readonly broken:
    | { readonly id: string; readonly description: string; readonly caughtBy: readonly string[] }
    | undefined;
}

type Style = (format: "bold" | "dim" | "cyan" | "red", text: string) => string;

export function formatBanner(facts: BannerFacts, style: Style): string {
  const { baseUrl, shownKey, orders, profile, controlUrl, broken } = facts;
  const pending = orders.find((order) => order.status === "pending");
  const shipped = orders.find((order) => order.status === "shipped");
  const key = shownKey ?? "$STORE_ORDERS_MOCK_API_KEY";
  const curl = (method: string, path: string) =>
    `curl ${method}-H ${quote(`Authorization: Bearer ${key}`)} ${shellWord(baseUrl + path)}`;

  const row = (name: string, value: string) => `  ${style("dim", name.padEnd(9))} ${value}`;
  const maybe = (name: string, value: string | undefined) => (value === undefined ? [] : [row(name, value)]);
  const source = facts.watched ? `${facts.source}, watched` : facts.source;
  const trial = (what: string, command: string) => [`  ${what}`, `    ${style("cyan", command)}`];
  return [
    "",
    `  ${style("bold", "Store Orders mock")} ${kitVersion}`,
    "",
    ...(broken ? warning(broken, style) : []),
    row("Base URL", style("bold", baseUrl)),
    row("API key", shownKey ?? `the one of ${facts.keySource}`),
    ...maybe("Network", facts.network),
    row("World", `${key}~anna opens one of its own`),
    row("Orders", `${facts.count}, ${source}`),
    ...maybe("State", facts.state && `kept in ${facts.state}`),
    row("Profile", profile),
    ...maybe("Latency", facts.latency),
    ...maybe("Faults", facts.faults && `from ${facts.faults}`),
    ...maybe("Shipping", facts.shipping),
    ...maybe("Page", facts.pageUrl),
    ...maybe("Control", controlUrl),
    "",
    ...trial("List all orders", curl("", ordersPath)),
    ...(pending
      ? trial(
          `Cancel order ${pending.id}, which is pending: 204`,
          curl("-i -X DELETE ", `${ordersPath}/${pending.id}`),
        )
      : []),
    ...(shipped
      ? trial(
          `Try order ${shipped.id}, which has shipped: 409`,
          curl("-i -X DELETE ", `${ordersPath}/${shipped.id}`),
        )
      : []),
    "",
    `  ${style("dim", "Ctrl-C stops it.")}`,
    "",
    "",
  ].join("\n");
}

function warning({ id, description, caughtBy }: NonNullable<BannerFacts["broken"]>, style: Style): string[] {
  const [first = "", ...more] = caughtBy;
  const rest = more.length === 0 ? "" : ` and ${more.length} more`;
  return [
    `  ${style("red", style("bold", `WRONG ON PURPOSE (${id})`))}`,
    `  ${style("red", description)}`,
    `  ${style("dim", `verify finds it: ${first}${rest}`)}`,
    "",
  ];
}

/** A word that a POSIX shell takes as it is (XCU 2.2.2). */
function shellWord(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** In double quotes where the shell must fill in a variable. */
function quote(text: string): string {
  return text.includes("$") ? `"${text}"` : `'${text}'`;
}
