/** What a person sees when the mock starts: where it is, what opens it, what to try. */

import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { kitVersion } from "../../spec/kit-version.ts";
import { ordersPath } from "../../spec/wire.ts";

export interface BannerFacts {
  readonly baseUrl: string;
  /** The key to show, or undefined when it is the user's own and stays unseen. */
  readonly shownKey: string | undefined;
  readonly orders: readonly FixtureOrder[];
  /** Where the orders come from, in words. */
  readonly source: string;
  readonly profile: string;
  readonly controlUrl: string | undefined;
}

type Style = (format: "bold" | "dim" | "cyan", text: string) => string;

export function formatBanner(facts: BannerFacts, style: Style): string {
  const { baseUrl, shownKey, orders, source, profile, controlUrl } = facts;
  const pending = orders.find((order) => order.status === "pending");
  const shipped = orders.find((order) => order.status === "shipped");
  const key = shownKey ?? "$STORE_ORDERS_API_KEY";
  const curl = (method: string, path: string) =>
    `curl ${method}-H ${quote(`Authorization: Bearer ${key}`)} ${baseUrl}${path}`;

  const row = (name: string, value: string) => `  ${style("dim", name.padEnd(9))} ${value}`;
  const trial = (what: string, command: string) => [`  ${what}`, `    ${style("cyan", command)}`];
  return [
    "",
    `  ${style("bold", "Store Orders mock")} ${kitVersion}`,
    "",
    row("Base URL", style("bold", baseUrl)),
    row("API key", shownKey ?? "the one you gave"),
    row("Orders", `${orders.length}, ${source}`),
    row("Profile", profile),
    ...(controlUrl ? [row("Control", controlUrl)] : []),
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

/** In double quotes where the shell must fill in a variable. */
function quote(text: string): string {
  return text.includes("$") ? `"${text}"` : `'${text}'`;
}
