/** Servers that take one id for another, or none for one. */

import { errorReply } from "../../mocks/http/reply.ts";
import {
  type BrokenServer,
  cancelledId,
  done,
  isCancel,
  onCancel,
  retarget,
  statusOf,
} from "./broken-server.ts";

/** Reads ids as a careless parser does, and cancels what it then finds. */
const readsIds = (read: (id: string) => bigint | undefined): BrokenServer["build"] => {
  return (mock) => (request) => {
    const id = isCancel(request) ? read(cancelledId(request)) : undefined;
    return mock.handle(id === undefined ? request : retarget(request, id));
  };
};

export const brokenOrderIds: readonly BrokenServer[] = [
  {
    id: "int32-ids",
    description: "An id beyond 2^31 is refused as too large.",
    caughtBy: ["order-id/unknown-large"],
    build: onCancel((id, mock) =>
      /^\d+$/.test(id) &&
      BigInt(id) >= 2n ** 31n &&
      BigInt(id) < 2n ** 40n &&
      statusOf(mock, id) === undefined
        ? errorReply(400, "too_large", "Too large.")
        : undefined,
    ),
  },
  {
    id: "double-ids",
    description: "An id beyond 2^53 breaks the server.",
    caughtBy: ["order-id/unknown-large"],
    build: onCancel((id, mock) =>
      /^\d{16,19}$/.test(id) &&
      BigInt(id) > 2n ** 54n &&
      BigInt(id) < 2n ** 63n &&
      statusOf(mock, id) === undefined
        ? errorReply(500, "oops", "Oops.")
        : undefined,
    ),
  },
  {
    id: "malformed-id-500",
    description: "A malformed id breaks the server.",
    caughtBy: ["order-id/malformed"],
    build: onCancel((id) => (/^[a-z]+$/.test(id) ? errorReply(500, "oops", "Oops.") : undefined)),
  },
  {
    id: "malformed-id-204",
    description: "A malformed id is nothing to cancel, so all is well: 204.",
    caughtBy: ["order-id/malformed"],
    build: onCancel((id) => (/^[a-z]+$/.test(id) ? done : undefined)),
  },
  {
    id: "ids-by-parse-int",
    description: "The digits an id begins with are taken for it.",
    caughtBy: ["order-id/resembling", "order-id/malformed"],
    build: (mock) => {
      const lenient = readsIds((id) => (/^\d+\D/.test(id) ? BigInt(/^\d+/.exec(id)![0]) : undefined))(mock);
      return (request) => {
        const reply = lenient(request);
        const isOdd = isCancel(request) && cancelledId(request) === "1.5" && reply.status !== 401;
        return isOdd ? errorReply(500, "oops", "Oops.") : reply;
      };
    },
  },
  {
    id: "ids-in-32-bits",
    description: "Only the low 32 bits of an id count where it has few.",
    caughtBy: ["order-id/resembling"],
    build: (mock) =>
      readsIds((id) =>
        /^\d+$/.test(id) && statusOf(mock, id) === undefined && statusOf(mock, String(BigInt(id) - 2n ** 32n))
          ? BigInt(id) - 2n ** 32n
          : undefined,
      )(mock),
  },
  {
    id: "ids-in-64-bits",
    description: "An id beyond int64 wraps around.",
    caughtBy: ["order-id/resembling"],
    build: readsIds((id) =>
      /^\d+$/.test(id) && BigInt(id) > 2n ** 63n ? BigInt.asIntN(64, BigInt(id)) : undefined,
    ),
  },
  {
    id: "ids-from-one",
    description: "An id of 0 or below is refused as malformed.",
    caughtBy: ["order-id/unknown-unusual"],
    build: onCancel((id) => (/^(?:0|-\d+)$/.test(id) ? errorReply(400, "bad-id", "No such id.") : undefined)),
  },
  {
    id: "refuses-and-cancels",
    description: "`12abc` is refused with a 400, but order 12 is cancelled.",
    caughtBy: ["order-id/resembling-has-no-effect"],
    build: (mock) => (request) => {
      const reply = mock.handle(request);
      const digits = /^(\d+)abc$/.exec(cancelledId(request))?.[1];
      if (isCancel(request) && digits && reply.status === 404) mock.handle(retarget(request, digits));
      return reply;
    },
  },
  {
    id: "ids-in-doubles",
    description: "Ids are read as doubles, so beyond 2^53 a neighbour is meant.",
    caughtBy: ["cancel-order/shipped"],
    build: readsIds((id) => (/^\d+$/.test(id) ? BigInt(Number(id)) : undefined)),
  },
];
