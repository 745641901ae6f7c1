/** `--provision FILE`: the user's module, which makes orders in given states. */

import { BadInput } from "../../base/bad-input.ts";
import { readFailureReason } from "../../base/failure-reason.ts";
import { readIds } from "../../base/ids.ts";
import { wantedOrders } from "../../conformance/evidence/given-orders.ts";
import type { Target } from "../../conformance/targets/target.ts";
import { readRegularFile } from "../read-input.ts";
import { importModule, reasonOf, withinTime } from "../user-module.ts";

/** The exports of the module. Ids are strings of digits, bigints, or numbers up to 2^53. */
interface ProvisionModule {
  pendingOrders(count: number): unknown;
  shippedOrders(count: number): unknown;
  /** Called at the end with the created ids, whatever the verdict. */
  teardown?(orders: { pending: readonly string[]; shipped: readonly string[] }): unknown;
}

/**
 * @param limitMs for loading it, and for each of its functions
 * @param signal ends the wait for orders; created orders are torn down
 * @throws {BadInput} naming the module and its mistake
 */
export async function loadProvision(
  file: string,
  limitMs: number,
  signal?: AbortSignal,
): Promise<NonNullable<Target["arrange"]>> {
  const refuse = (fact: string, details: readonly string[] = []): never => {
    throw new BadInput(`Cannot use --provision ${file}: ${fact}`, details);
  };
  const refuseFor = (what: string, error: unknown): never => {
    const { inline, details } = readFailureReason(reasonOf(error));
    return refuse(`${what}${inline}${details.length > 0 ? ":" : "."}`, details);
  };
  const text = readRegularFile(file, "module");
  const { pendingOrders, shippedOrders, teardown } = await importModule<Partial<ProvisionModule>>(
    file,
    text,
    limitMs,
    signal,
  ).catch((error: unknown) => refuseFor("it cannot be loaded", error));
  if (typeof pendingOrders !== "function" || typeof shippedOrders !== "function") {
    return refuse("it must export the functions pendingOrders(count) and shippedOrders(count).");
  }
  const ask = async (
    name: string,
    make: (count: number) => unknown,
    count: number,
  ): Promise<readonly bigint[]> => {
    const making = (async () => make(count))();
    const made = await withinTime(making, limitMs, "it", signal).catch((error: unknown) =>
      refuseFor(`${name}(${count}) failed`, error),
    );
    return readIds(made, `what ${name} returns`, refuse);
  };
  return async (wanted = wantedOrders) => {
    const pending = wanted.pending === 0 ? [] : await ask("pendingOrders", pendingOrders, wanted.pending);
    const release = async (shipped: readonly bigint[]) => {
      const made = { pending: pending.map(String), shipped: shipped.map(String) };
      const ending = (async () => teardown?.(made))();
      await withinTime(ending, limitMs, "it").catch((error: unknown) => refuseFor("teardown failed", error));
    };
    const askForShipped = () => ask("shippedOrders", shippedOrders, wanted.shipped);
    // Orders of an incomplete set-up are torn down too; the first error is the one to report.
    const giveUp = async (error: unknown) => {
      await release([]).catch(() => undefined);
      throw error;
    };
    const shipped = wanted.shipped === 0 ? [] : await askForShipped().catch(giveUp);
    return { pending, shipped, isRenewable: true, release: () => release(shipped) };
  };
}
