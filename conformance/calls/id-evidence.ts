/** Evidence of how a server reads ids, from the cancels of given orders. */

import { formatJson } from "../../base/json.ts";
import { type GivenOrders, givenIds, givenState } from "../evidence/given-orders.ts";
import { hasId, type ListReading } from "../evidence/list-reading.ts";
import { type IdReader, idReaders } from "../misreadings/id-readers.ts";

/** Maximum number of given orders whose ids are compared with one another. */
const maxCompared = 100;

/**
 * @param mayExist whether an order with this id may exist
 * @param lists the first list and the last
 */
export function createIdEvidence(
  given: () => GivenOrders,
  mayExist: (id: bigint) => boolean,
  lists: () => readonly ListReading[],
) {
  const sent = new Set<bigint>();
  /** Ids of given orders whose cancels were answered as a server that reads ids rightly answers them. */
  const understood = new Set<bigint>();
  let isMisread = false;
  let compared: ListReading | undefined;
  let changed: ReadonlySet<bigint> = new Set();

  /** Given orders that are missing or different in the last list, compared with the first one. */
  function changedOrders(): ReadonlySet<bigint> {
    const [first, last] = lists();
    if (!first || !last || last === compared) return changed;
    compared = last;
    const isChanged = (id: bigint) => {
      if (!hasId(first, id)) return false;
      const [one, other] = [first.watched.get(id), last.watched.get(id)];
      return !hasId(last, id) || (one && other && formatJson(one) !== formatJson(other));
    };
    changed = new Set(givenIds(given()).filter(isChanged));
    return changed;
  }

  const isOwn = (id: bigint) => givenState(given(), id) !== undefined;
  /** Whether the server does not read ids in this way: it would have acted otherwise on an id that was understood. */
  const isRefuted = ({ read }: IdReader): boolean =>
    [...understood].some((own) => {
      const id = read(String(own));
      return id !== own && (id === undefined || !(isOwn(id) || mayExist(id)) || changedOrders().has(own));
    });
  /** Whether a reader reads a given order's own id as that of an order that was not given. */
  function leadsAstray(reader: IdReader, text: string): boolean {
    const id = reader.read(text);
    return id !== undefined && !isOwn(id) && mayExist(id) && !isRefuted(reader);
  }
  /** Whether a cancel did not find its order, or a given order is gone although no cancel named it. */
  function hasMisread(): boolean {
    const last = lists().at(-1);
    return isMisread || [...changedOrders()].some((id) => !sent.has(id) && last && !hasId(last, id));
  }

  return {
    understood: understood as ReadonlySet<bigint>,
    /** Whether a list showed the effect of such a cancel, so that lists show which orders were cancelled. */
    showsEffects: (): boolean => [...understood].some((id) => changedOrders().has(id)),
    isRefuted,
    /** Notes the status of a cancel with the key by a given order's own id. */
    learn(id: bigint, status = 0): void {
      const isPending = givenState(given(), id) === "pending" && !sent.has(id);
      if (status === 404) isMisread ||= !sent.has(id);
      else if (isPending ? status >= 200 && status < 300 : status === 409) understood.add(id);
      sent.add(id);
    },
    /** Whether a server that has misread an id may read a given order's own id as that of an order that was not given. */
    mayLeadAstray: (text: string): boolean =>
      hasMisread() && idReaders.some((reader) => leadsAstray(reader, text)),
    /**
     * The cost of each given order as the one to cancel first. It is highest for an id that readers read as an order that was
     * not given; it is less for an id that does not rule out readers that misread another given id in this way.
     */
    weighFirst(): (id: bigint) => number {
      const own = givenIds(given()).slice(0, maxCompared).map(String);
      const dangerous = idReaders.filter((reader) => own.some((text) => leadsAstray(reader, text)));
      const count = (condition: (reader: IdReader) => boolean) => dangerous.filter(condition).length;
      return (order) => {
        const text = String(order);
        const astray = count((reader) => leadsAstray(reader, text));
        return idReaders.length * astray + count(({ read }) => read(text) === order);
      };
    },
  };
}
