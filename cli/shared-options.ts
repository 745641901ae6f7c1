/** Options that more than one command takes, and what their values may be. */

import { resolve } from "node:path";
import { BadInput, quoteValue } from "../base/bad-input.ts";
import { parseId } from "../base/ids.ts";
import type { GivenOrders } from "../conformance/evidence/given-orders.ts";
import { type CommandLine, list, type OptionSpec, text } from "./command-line.ts";
import { checkOutputFile, readInputFile } from "./read-input.ts";

/** @throws {BadInput} for what is no plain http or https address */
export function checkUrl(text: string, what: string): void {
  // URL drops line ends and spaces without a word; a request would have them.
  const url = URL.canParse(text) && !/[\s\p{Cc}]/u.test(text) ? new URL(text) : undefined;
  if (!url || !["http:", "https:"].includes(url.protocol)) {
    throw new BadInput(
      `Cannot use ${what}: it must be an http or https address, as in https://host/v1, got ${quoteValue(text)}.`,
    );
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new BadInput(
      `Cannot use ${what}: it must not hold a user, a query or a fragment. The key goes into STORE_ORDERS_API_KEY.`,
    );
  }
}

/** A header field value cannot carry other characters (RFC 9110, 5.5), nor a bearer token spaces (RFC 6750, 2.1). */
export function checkSecret(text: string, option = "the API key", what = "a key"): void {
  // Not quoted: it would stand in a log.
  if (!/^[\x21-\x7e]+$/.test(text))
    throw new BadInput(`Cannot use ${option}: ${what} is visible ASCII characters without spaces.`);
}

/**
 * Files that a run is to write, each with what it will be.
 * @throws {BadInput} for one that cannot be written, and for two in one place
 */
export async function checkOutputs(
  outputs: readonly (readonly [what: string, file: string | undefined])[],
): Promise<void> {
  const files = new Map<string, string>();
  for (const [what, file] of outputs) {
    if (file === undefined) continue;
    await checkOutputFile(file, what);
    const other = files.get(resolve(file));
    if (other !== undefined)
      throw new BadInput(`Cannot write the ${what} to ${file}: the ${other} goes there. Name another file.`);
    files.set(resolve(file), what);
  }
}

/** How a command's connections to a server are made. */
export const connectionOptions = {
  proxy: text("URL", "An HTTP proxy to go through."),
  ca: text("FILE", "A further certificate authority to trust, in PEM."),
  insecure: { help: "Accept any TLS certificate." },
} as const satisfies Readonly<Record<string, OptionSpec>>;

/** @throws {BadInput} for an address or a file that cannot be used */
export async function readConnection(line: CommandLine) {
  const proxy = line.text("proxy");
  if (proxy !== undefined) checkUrl(proxy, "--proxy");
  const ca = line.text("ca");
  return {
    proxy,
    ca: ca === undefined ? undefined : await readInputFile(ca, "certificate authority"),
    insecure: line.flag("insecure"),
  };
}

/** What is known of the orders of somebody else's traffic. */
export const knownOrderOptions = {
  "pending-order": list(
    "ID[,ID...]",
    "Orders that are pending at the start: the answer to their first cancel is judged.",
  ),
  "shipped-order": list("ID[,ID...]", "Orders that have shipped: each cancel of them must be answered 409."),
} as const satisfies Readonly<Record<string, OptionSpec>>;

/** @throws {BadInput} for what is no id, and for one that is named twice */
export function readOrderIds(line: CommandLine, option: string): readonly bigint[] {
  const blamed = line.blamed(option);
  const texts = line
    .list(option)
    .flatMap((value) => value.split(","))
    .map((text) => text.trim());
  const ids = texts.map((text) => {
    const id = parseId(text);
    if (id === undefined)
      throw new BadInput(`Cannot use ${blamed}: an order id is an int64 in digits, got ${quoteValue(text)}.`);
    return id;
  });
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new BadInput(`Cannot use ${blamed}: order ${twice} is named twice.`);
  return ids;
}

/** @throws {BadInput} also for an order that is in both lists */
export function readKnownOrders(line: CommandLine): GivenOrders {
  const [pending, shipped] = [readOrderIds(line, "pending-order"), readOrderIds(line, "shipped-order")];
  const both = pending.find((id) => shipped.includes(id));
  if (both !== undefined)
    throw new BadInput(`Cannot use --shipped-order: order ${both} is named by --pending-order, too.`);
  return { pending, shipped };
}
