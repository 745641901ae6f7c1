/** Servers whose fault shows only after certain calls, in a certain order or at once: no single call is wrong. */

import type { Target } from "../../conformance/targets/target.ts";
import { errorReply, type MockReply, type MockRequest } from "../../mocks/http/reply.ts";
import { createMock, type Mock } from "../../mocks/mock.ts";
import { createHandleTarget } from "../../mocks/testing/handle-target.ts";
import {
  cancelledId,
  done,
  type Handle,
  isCancel,
  isLetIn,
  isList,
  statusOf,
} from "../broken/broken-server.ts";

export interface SequenceFault {
  readonly name: string;
  /** The requirement that it breaks. */
  readonly breaks: string;
  /** The fewest calls that show it. */
  readonly calls: number;
  /** Whether they must be under way at once. */
  readonly atOnce?: boolean;
  /** Whether the run's own calls show it, too. */
  readonly isSeenAnyway?: boolean;
  readonly open: (mock: Mock) => Target;
}

/** A fault that keeps a client's earlier requests: its own answer to a request, or undefined for the mock's. */
type Watch = (request: MockRequest, mock: Mock) => MockReply | undefined;

const inTurn = (watch: () => Watch) => (mock: Mock) => {
  const answerOf = watch();
  const handle: Handle = (request) => answerOf(request, mock) ?? mock.handle(request);
  return createHandleTarget(mock, handle);
};

/** A cancel with the key, in the document's own form, of an order that exists. */
function ownCancel(request: MockRequest, mock: Mock): string | undefined {
  const id = cancelledId(request);
  const isOwn = isCancel(request) && isLetIn(mock, request) && statusOf(mock, id) !== undefined;
  return isOwn ? id : undefined;
}

export const sequenceFaults: readonly SequenceFault[] = [
  {
    name: "the third cancel is a 204 again, straight after a list under another key",
    breaks: "cancel-order/second-cancel",
    calls: 4,
    open: inTurn(() => {
      const counts = new Map<string, number>();
      let isAfter = false;
      return (request, mock) => {
        const wasAfter = isAfter;
        isAfter = isList(request) && !isLetIn(mock, request);
        const id = ownCancel(request, mock);
        if (id === undefined) return undefined;
        counts.set(id, (counts.get(id) ?? 0) + 1);
        return counts.get(id) === 3 && wasAfter ? done : undefined;
      };
    }),
  },
  {
    name: "listing twice undoes the cancel before",
    isSeenAnyway: true,
    breaks: "cancel-order/second-cancel",
    calls: 4,
    open: inTurn(() => {
      let last: string | undefined;
      let lists = 0;
      const undone = new Set<string>();
      return (request, mock) => {
        const id = ownCancel(request, mock);
        if (id !== undefined) {
          const isPending = undone.delete(id);
          last = statusOf(mock, id) === "pending" || isPending ? id : undefined;
          lists = 0;
          return isPending ? done : undefined;
        }
        if (!isList(request)) last = undefined;
        else if (last !== undefined && ++lists === 2) undone.add(last);
        return undefined;
      };
    }),
  },
  {
    name: "a cancelled order is there again once two others are cancelled",
    breaks: "cancel-order/second-cancel",
    calls: 4,
    isSeenAnyway: true,
    open: inTurn(() => {
      const cancelled: string[] = [];
      return (request, mock) => {
        const id = ownCancel(request, mock);
        if (id === undefined) return undefined;
        if (statusOf(mock, id) === "pending") {
          cancelled.push(id);
          return undefined;
        }
        return cancelled.at(-3) === id ? done : undefined;
      };
    }),
  },
  {
    name: "two refused cancels of a shipped order keep the next cancel from being done",
    breaks: "cancel-order/pending",
    calls: 3,
    open: inTurn(() => {
      let refused = 0;
      return (request, mock) => {
        const id = ownCancel(request, mock);
        const before = refused;
        refused = id !== undefined && statusOf(mock, id) === "shipped" ? refused + 1 : 0;
        const isNext = id !== undefined && before === 2 && statusOf(mock, id) === "pending";
        return isNext ? errorReply(409, "busy", "Not now.") : undefined;
      };
    }),
  },
  {
    name: "of two cancels at once both are a 204, while a list is read",
    breaks: "cancel-order/one-winner",
    isSeenAnyway: true,
    calls: 3,
    atOnce: true,
    open: (mock) => {
      const underWay: MockRequest[] = [];
      const target = createHandleTarget(mock, (request) => {
        const same = underWay.filter((other) => isCancel(other) && other.target === request.target);
        const isRace = same.length > 1 && underWay.some(isList) && ownCancel(request, mock) !== undefined;
        return isRace ? done : mock.handle(request);
      });
      return {
        ...target,
        async send(request, options) {
          const headers = Object.fromEntries(request.headers);
          const entry = { method: request.method, target: `/v1${request.path}`, headers };
          underWay.push(entry);
          await new Promise((resolve) => setTimeout(resolve, 2));
          try {
            return await target.send(request, options);
          } finally {
            // Others that came at the same time see it still.
            setTimeout(() => underWay.splice(underWay.indexOf(entry), 1), 2);
          }
        },
      };
    },
  },
];

export const openFault = (fault: SequenceFault): Target => fault.open(createMock());
