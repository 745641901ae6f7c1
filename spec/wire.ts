/**
 * Data between a client and the service, in the document's own words.
 * Every integer is a bigint, so that an int64 keeps its last digit (section 2).
 */

/** An order as the service shows it. No field is declared required (section 2). */
export interface Order {
  readonly id?: bigint;
  readonly petId?: bigint;
  readonly quantity?: bigint;
  /** Expected or actual ship date, ISO 8601 date-time. */
  readonly shipDate?: string;
  /** Whether the order has been fulfilled. */
  readonly complete?: boolean;
}

/** The body of a 401 and of a 404 (sections 2 and 7). All three fields are required. */
export interface ServiceError {
  readonly code: string;
  readonly message: string;
  /** The HTTP status code, the same as the answer's own. */
  readonly status: number;
}

/** The states the document names, and the outcome of a cancellation (section 3). */
export const orderStatuses = ["pending", "shipped", "cancelled"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Path prefix of every base address (section 1). */
export const versionPrefix = "/v1";

/** Path of the order collection, relative to a base address that ends with `/v1`. */
export const ordersPath = "/store/orders";

interface Operation {
  readonly method: string;
  /** Relative to a base address, with at most one `{parameter}`. */
  readonly path: string;
  readonly statuses: readonly number[];
}

/**
 * The operations of the document, with every status that it gives them (section 4). Routes, `Allow`, faults, schemas and
 * handlers are derived from this table.
 */
export const operations = {
  listOrders: { method: "GET", path: ordersPath, statuses: [200, 401] },
  cancelOrder: {
    method: "DELETE",
    path: `${ordersPath}/{orderId}`,
    statuses: [204, 401, 404, 409],
  },
} as const satisfies Readonly<Record<string, Operation>>;
export type OperationId = keyof typeof operations;
export const operationIds = Object.keys(operations) as readonly OperationId[];

/** A path that some operation has. */
export interface PathMatch {
  readonly operations: ReadonlyMap<string, OperationId>;
  /** The text in place of `{parameter}`, as written; empty if there is no parameter. */
  readonly parameter: string;
}

const templates = [...new Set<string>(operationIds.map((id) => operations[id].path))].map((path) => {
  const [start = "", end] = path.split(/\{\w+\}/);
  const own = operationIds.filter((id) => operations[id].path === path);
  const byMethod = new Map<string, OperationId>(own.map((id) => [operations[id].method, id]));
  return { start, end, byMethod };
});

/**
 * The operations of a path by their methods, or undefined for an unknown path.
 * @param path relative to the base address, without a query
 */
export function matchPath(path: string): PathMatch | undefined {
  for (const { start, end, byMethod } of templates) {
    if (end === undefined) {
      if (path === start) return { operations: byMethod, parameter: "" };
    } else if (path.startsWith(start) && path.endsWith(end)) {
      const parameter = path.slice(start.length, path.length - end.length);
      if (parameter !== "" && !parameter.includes("/")) return { operations: byMethod, parameter };
    }
  }
  return undefined;
}

/** Path of one order, relative to the base address. The id is written as it is given. */
export function orderPath(id: bigint | string): string {
  return `${ordersPath}/${id}`;
}

/** Whether a path or a request target is the prefix or below it. */
export function isUnder(target: string, prefix: string): boolean {
  if (!target.startsWith(prefix)) return false;
  const next = target[prefix.length];
  return next === undefined || next === "/" || next === "?";
}
