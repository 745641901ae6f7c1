/** The text at the start of the mock: its address, its key, and commands to try. */

import { quoteWord } from "../../base/curl.ts";
import type { MockServer } from "../../mocks/adapters/server/mock-server.ts";
import { isLoopbackHost } from "../../mocks/http/origins.ts";
import { defaultApiKey } from "../../mocks/mock-options.ts";
import { controlPrefix } from "../../spec/control-protocol.ts";
import { kitVersion } from "../../spec/kit-version.ts";
import { ordersPath, versionPrefix } from "../../spec/wire.ts";
import type { Terminal } from "../terminal.ts";
import type { BrokenMock } from "./broken-mock.ts";
import type { MockLine } from "./mock-options.ts";
import { shownState } from "./open-state.ts";

type Style = Terminal["style"];

const originOf = (baseUrl: string) => baseUrl.slice(0, -versionPrefix.length);

/** The address for a client on this machine: the wildcard address includes loopback. */
const reachable = (url: string) => url.replace(/\/\/(?:0\.0\.0\.0|\[::\])/, "//127.0.0.1");

export const pageUrlOf = (baseUrl: string): string => `${reachable(originOf(baseUrl))}/`;

export function formatBanner(
  { baseUrl, mock }: MockServer,
  line: MockLine,
  broken: BrokenMock | undefined,
  style: Style,
  hasKeys: boolean,
): string {
  // Enough orders to find one of each state without a search of a million.
  const orders = mock.control.orders(1000);
  const pending = orders.find((order) => order.status === "pending");
  const shipped = orders.find((order) => order.status === "shipped");
  const { orders: count, seed } = mock.control.health();
  const state = shownState(line);
  const { values } = line;
  const from = state ?? values.fixtures;
  const source = `${from ? `from ${from}` : `seed ${seed}`}${values.watch ? ", watched" : ""}`;
  const key = keyOf(line);

  const row = (name: string, value: string) => `  ${style("dim", name.padEnd(9))} ${value}`;
  const given = (name: string, option: string, words: (value: string) => string) => {
    const value = line.origin(option).texts.at(-1);
    return value === undefined ? [] : [row(name, words(value))];
  };
  const network = networkOf(line);
  const trial = (what: string, method: string, path: string) => [
    `  ${what}`,
    `    ${style("cyan", `curl ${method}-H ${key.header} ${quoteWord(reachable(baseUrl) + path)}`)}`,
  ];
  const cancel = (what: string, id: bigint) => trial(what, "-i -X DELETE ", `${ordersPath}/${id}`);
  return [
    "",
    `  ${style("bold", "Store Orders mock")} ${kitVersion}`,
    "",
    ...(broken ? warning(broken, style) : []),
    row("Base URL", style("bold", baseUrl)),
    row("API key", key.shown),
    ...(network === undefined ? [] : [row("Network", network)]),
    row("World", `${values.apiKey.length > 0 ? "KEY" : defaultApiKey}~anna opens one of its own`),
    row("Orders", `${count}, ${source}`),
    ...(state === undefined ? [] : [row("State", `kept in ${state}`)]),
    row("Profile", values.profile ?? "default"),
    ...(line.configFile === undefined ? [] : [row("Config", line.configFile)]),
    ...given("Latency", "latency", (ms) => `${ms} ms`),
    ...given("Faults", "faults", (name) => `from ${name}`),
    ...given("Shipping", "ship-after", (seconds) => `pending orders ship after ${seconds} s`),
    ...(values.noControl
      ? []
      : [row("Page", pageUrlOf(baseUrl)), row("Control", pageUrlOf(baseUrl) + controlPrefix.slice(1))]),
    row("OpenAPI", `${pageUrlOf(baseUrl)}openapi.yaml`),
    "",
    ...trial("List all orders", "", ordersPath),
    ...(pending ? cancel(`Cancel order ${pending.id}, which is pending: 204`, pending.id) : []),
    ...(shipped ? cancel(`Try order ${shipped.id}, which has shipped: 409`, shipped.id) : []),
    "",
    `  ${style("dim", hasKeys ? "Ctrl-C stops it. h shows keys." : "Ctrl-C stops it.")}`,
    "",
    "",
  ].join("\n");
}

/** A warning where other machines can reach the mock. */
export function networkOf({ values }: MockLine): string | undefined {
  const { host, apiKey, noControl, controlToken } = values;
  if (isLoopbackHost(host)) return undefined;
  const keys = apiKey.length > 0 ? "a key" : `the key that everybody knows, ${defaultApiKey}`;
  const control = noControl
    ? "is closed"
    : controlToken === undefined
      ? "is closed beyond this machine: --control-token opens it"
      : "asks for its token";
  return `${host} is open to other machines: the API to ${keys}; the control plane ${control}`;
}

function warning({ id, description, caughtBy }: BrokenMock, style: Style): string[] {
  const [first = "", ...more] = caughtBy;
  const rest = more.length === 0 ? "" : ` and ${more.length} more`;
  return [
    `  ${style("red", style("bold", `WRONG ON PURPOSE (${id})`))}`,
    `  ${style("red", description)}`,
    `  ${style("dim", `verify finds it: ${first}${rest}`)}`,
    "",
  ];
}

/**
 * The first key, and its header as a word for the shell. A key from the environment is not shown, since a pipeline may log
 * the banner.
 */
function keyOf({ values, origin }: MockLine): { readonly shown: string; readonly header: string } {
  const { source, place: variable } = origin("api-key");
  const [first = defaultApiKey, ...more] = values.apiKey;
  if (source === "variable") {
    // Of a list, the text before the first comma (POSIX, 2.6.2).
    const key = more.length === 0 ? `$${variable}` : `\${${variable}%%[ ,]*}`;
    return { shown: `the one of ${variable}`, header: `"Authorization: Bearer ${key}"` };
  }
  const shown = more.length === 0 ? first : `${first}, and ${more.length} more`;
  return { shown, header: quoteWord(`Authorization: Bearer ${first}`) };
}
