/** Checks before a run: its first call, and whether the given orders exist. */

import { BadInput, quoteValue } from "../../base/bad-input.ts";
import { ordersPath } from "../../spec/wire.ts";
import {
  type Answer,
  bodyText,
  describeDeferral,
  headerOf,
  isDeferral,
  isGatewayError,
} from "../evidence/exchange.ts";
import type { History } from "../evidence/history.ts";
import { hasId } from "../evidence/list-reading.ts";
import type { Call } from "../evidence/read-call.ts";
import { speaksHttp2, speaksNoHttp } from "../targets/target.ts";
import type { Caller } from "./caller.ts";

/**
 * Checks that the server itself answers, and that it accepts the key: otherwise no verdict is valid.
 * @param call the list, asked for with the key
 * @param caller asks without a key where the first answer may be a gateway's. It only reads.
 * @throws {BadInput} with the reason why the run cannot start
 */
export async function checkFirstCall(
  { exchange, status }: Call,
  address: string,
  caller: Pick<Caller, "call">,
): Promise<void> {
  const where = address + ordersPath;
  const refuse = (fact: string): never => {
    throw new BadInput(`Cannot judge ${where}: ${fact}`);
  };
  const { answer, failure } = exchange;
  const isSamePage = async () => {
    const other = (await caller.call("GET", "/pets/1", { as: "none" })).exchange.answer;
    return other?.status === 200 && bodyText(other) === bodyText(answer!);
  };
  if (failure === speaksHttp2 || failure === speaksNoHttp)
    refuse(`${failure}. Name an address that speaks HTTP/1.1.`);
  // An answer that cannot be read is still an answer of the server, and is judged.
  if (exchange.broken) return;
  // The server may hang, or never end its answer.
  if (failure?.startsWith("timeout after")) {
    throw new BadInput(
      `Cannot reach ${where}: no complete answer came (${failure}). Check the base URL, or raise the timeout (--timeout, or timeoutMs in code).`,
    );
  }
  if (status === undefined || answer === undefined) {
    // A refused certificate or proxy has its own next step.
    const nextStep = failure?.includes(". ") ? "" : " Is the server running, and is the base URL right?";
    const end = /[.?]$/.test(failure ?? "") ? "" : ".";
    throw new BadInput(`Cannot reach ${where}: ${failure ?? ""}${end}${nextStep}`);
  }
  /** Statuses of reads without a key. */
  const askWithoutKey = async (...paths: readonly string[]) =>
    Promise.all(paths.map(async (path) => (await caller.call("GET", path, { as: "none" })).status));
  if (status === 407)
    refuse(
      `a proxy on the way answered 407${describeAnswerer(answer)}. Give the proxy's user and password, or go to the server without it.`,
    );
  if (isDeferral(answer))
    refuse(
      `the first call is answered ${describeDeferral(answer)} for longer than the run waits${describeAnswerer(answer)}. Try again later, or raise the wait budget (--wait-budget, or waitBudgetMs in code).`,
    );
  if (isOfGateway(status) && (await askWithoutKey(ordersPath, "/pets/1")).every(isOfGateway))
    refuse(
      `every call is answered ${status}, with the API key and without, probably by a gateway that does not reach the server${describeAnswerer(answer)}. Is the server running, and is the base URL right?`,
    );
  if (status === 401) refuse(`it rejects the API key with 401. ${giveValidKey}`);
  if (status === 403) refuse(await whyForbidden(answer, () => askWithoutKey(ordersPath)));
  if (status >= 300 && status < 400) refuse(whereRedirected(where, answer));
  if (status === 200 && isPage(answer) && (await isSamePage()))
    refuse(
      `another path is answered with the same page${describeAnswerer(answer)}, as a web application does. A base URL ends with the version prefix, as in https://host/v1.`,
    );
  if (status === 404)
    refuse("it answers 404. A base URL ends with the version prefix, as in https://host/v1.");
}

const giveValidKey = "Give a valid one (STORE_ORDERS_API_KEY, --api-key, or apiKey in code).";
const isOfGateway = (status: number | undefined): boolean => status === 503 || isGatewayError(status);

/** The reason of a 403. A firewall answers with a page, or refuses calls with and without a key in the same way. */
async function whyForbidden(
  answer: Answer,
  askWithoutKey: () => Promise<readonly (number | undefined)[]>,
): Promise<string> {
  if (isPage(answer))
    return `a page was answered with 403${describeAnswerer(answer)}, probably by a firewall before the server: that says nothing of the API key. Let this machine through, or name an address behind the firewall.`;
  if ((await askWithoutKey()).every((status) => status === 403))
    return `it answers 403 with the API key and without one${describeAnswerer(answer)}. Either a firewall before the server refuses this machine, or the key is not valid: check both.`;
  return `it rejects the API key with 403. ${giveValidKey}`;
}

/** The fact and the next step for a list that is redirected. */
function whereRedirected(where: string, answer: Answer): string {
  const location = headerOf(answer, "location");
  const leads = location === undefined ? "" : ` to ${location.slice(0, 200)}`;
  const fact = `it redirects with ${answer.status}${leads}`;
  const from = new URL(where);
  const to = location === undefined ? null : URL.parse(location, where);
  if (to && to.origin !== from.origin && to.pathname === from.pathname)
    return `${fact}. Give the base URL ${(to.origin + to.pathname).slice(0, -ordersPath.length)}.`;
  return `${fact}, as a login page or a wrong address does. Check the base URL.`;
}

/** Headers by which servers, gateways and proxies name themselves. */
const namingHeaders = ["server", "via", "proxy-agent", "x-squid-error", "cf-ray", "x-cache"] as const;

/** Whether an answer is a page for people, which this API never sends. */
const isPage = (answer: Answer): boolean =>
  /\bhtml\b/i.test(headerOf(answer, "content-type") ?? "") ||
  /^\s*<(?:!doctype|html)\b/i.test(bodyText(answer));

/**
 * The name of the program that probably gave an answer, from its headers and its page.
 * @returns ` (Server: "nginx", page "502 Bad Gateway")`, or an empty text where the answer names no program
 */
function describeAnswerer(answer: Answer): string {
  const title = isPage(answer)
    ? /<title[^>]*>\s*([^<]{1,200})/i.exec(bodyText(answer))?.[1]?.trim()
    : undefined;
  const facts = namingHeaders.flatMap((name) => {
    const value = headerOf(answer, name);
    return value === undefined ? [] : [`${name[0]!.toUpperCase()}${name.slice(1)}: ${quoteValue(value)}`];
  });
  const all = [...facts, ...(title ? [`page ${quoteValue(title)}`] : [])];
  return all.length === 0 ? "" : ` (${all.join(", ")})`;
}

/** Maximum number of lists that are read until they show each given order. */
const maxLists = 5;

/**
 * Waits for orders that were made a moment ago. Then it cancels the first given order that no list shows, to find out
 * whether the order is missing or the list is wrong.
 * @param wait called between two lists
 * @param onListed called with the time of the list that shows all of them at last
 * @returns the order that was cancelled for this, if any
 * @throws {BadInput} when the order is not there
 */
export async function checkOrdersAreThere(
  caller: Caller,
  history: History,
  wait: () => Promise<void>,
  onListed: (at: number) => void,
): Promise<bigint | undefined> {
  const { pending, shipped } = history.given;
  const missing = () => {
    const last = history.lists.findLast(({ call }) => call.query === undefined)?.list;
    if (!last || last.fault || !last.allHaveIds) return [];
    return [...shipped, ...pending].filter((id) => !hasId(last, id));
  };
  for (let lists = 0; missing().length > 0 && lists < maxLists; lists++) {
    if (lists > 0) await wait();
    const { sentAt } = await caller.list();
    if (missing().length === 0) onListed(sentAt);
  }
  const [asked, ...others] = missing();
  if (asked === undefined) return undefined;
  const { status } = await caller.cancel(asked);
  if (status !== 404) return asked;
  const named =
    others.length === 0 ? `Order ${asked} is` : `Orders ${[asked, ...others].slice(0, 5).join(", ")} are`;
  throw new BadInput(
    `Cannot judge with these orders: ${named} not in the list; an earlier run may have used them up. Give other orders, or have each run make its own (--provision, or arrange in code).`,
  );
}
