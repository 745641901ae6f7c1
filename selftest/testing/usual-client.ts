/** The calls of a usual client: lists, cancels, a wrong key, an unknown id, a double click. */

export interface ClientCall {
  readonly method: "GET" | "DELETE";
  /** Below the base address. */
  readonly path: string;
  readonly key: "right" | "wrong" | "none";
}

export interface ClientOrders {
  readonly pending: readonly bigint[];
  readonly shipped: readonly bigint[];
}

/** Steps one after the other; the calls of a step go out at once. */
export function defaultCalls({ pending, shipped }: ClientOrders): readonly (readonly ClientCall[])[] {
  const list = (key: ClientCall["key"] = "right"): ClientCall => ({
    method: "GET",
    path: "/store/orders",
    key,
  });
  const cancel = (id: bigint | string, key: ClientCall["key"] = "right"): ClientCall => ({
    method: "DELETE",
    path: `/store/orders/${id}`,
    key,
  });
  const [first, second, third, fourth] = pending;
  const [sent] = shipped;
  return [
    [list()],
    [list("none")],
    [list("wrong")],
    [list()],
    [cancel(unknownId)],
    [cancel(unknownId, "none")],
    [cancel(unknownId, "wrong")],
    [list()],
    // A cancel, the page drawn again, and the same button once more.
    [cancel(first!)],
    [list()],
    [cancel(first!)],
    [list()],
    // A double click.
    [cancel(second!), cancel(second!)],
    [list()],
    [cancel(sent!)],
    [list()],
    [cancel(sent!)],
    [list()],
    // A session that ended, and a new one.
    [cancel(third!, "wrong")],
    [list()],
    [cancel(third!, "none")],
    [list()],
    [cancel(third!)],
    [list()],
    [cancel(first!, "none")],
    [cancel(sent!, "wrong")],
    [cancel("undefined")],
    [list()],
    [cancel(fourth!)],
    [list()],
  ];
}

/** No fixture has it, and no counter reaches it. */
const unknownId = 7_777_777n;
