/** Counts the statuses with which each operation was answered: the document's, and others. */

import { type OperationId, operationIds, operations } from "../../spec/wire.ts";
import type { Call } from "../evidence/read-call.ts";
import type { ReportedStatus } from "./report.ts";

const operationOf: Partial<Record<Call["operation"], OperationId>> = {
  list: "listOrders",
  cancel: "cancelOrder",
};

export class SeenStatuses {
  readonly #seen = new Map(
    operationIds.map((id) => [id, new Map<number, number>(operations[id].statuses.map((each) => [each, 0]))]),
  );

  /** A call without an answer, of no operation, or with a path in another spelling, is not counted. */
  add({ operation, isPlain, status }: Pick<Call, "operation" | "isPlain" | "status">): void {
    const id = operationOf[operation];
    if (id === undefined || !isPlain || status === undefined) return;
    const seen = this.#seen.get(id)!;
    seen.set(status, (seen.get(status) ?? 0) + 1);
  }

  /** The document's statuses of each operation in their order, then the others. */
  report(): readonly ReportedStatus[] {
    return [...this.#seen].flatMap(([operation, seen]) => {
      const documented: readonly number[] = operations[operation].statuses;
      const others = [...seen.keys()].filter((status) => !documented.includes(status)).sort((a, b) => a - b);
      return [...documented, ...others].map((status) => ({
        ...{ operation, status, isDocumented: documented.includes(status) },
        count: seen.get(status)!,
      }));
    });
  }
}
