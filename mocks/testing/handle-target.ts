/** A mock's own function as a target of the suite: no socket, no Fetch objects. */

import { providedOrders } from "../../conformance/calls/arrange-orders.ts";
import type { Answer } from "../../conformance/evidence/exchange.ts";
import type { Target } from "../../conformance/targets/target.ts";
import type { Handle } from "../../selftest/broken/broken-server.ts";
import { controlPaths } from "../../spec/control-protocol.ts";
import { versionPrefix } from "../../spec/wire.ts";
import type { MockReply } from "../http/reply.ts";
import type { Mock } from "../mock.ts";
import { defaultApiKey } from "../mock-options.ts";

/** @param handle answers in the mock's place, which still supplies the orders */
export function createHandleTarget(mock: Mock, handle: Handle = mock.handle): Target {
  return {
    baseUrl: `http://mock.test${versionPrefix}`,
    apiKey: defaultApiKey,
    arrange: ordersFromMock(mock),
    async send({ method, path, headers }): Promise<Answer> {
      const target = versionPrefix + path;
      return answerOf(handle({ method, target, headers: Object.fromEntries(headers) }));
    },
  };
}

/** Orders from a mock's provider states, asked for in process. */
export function ordersFromMock(mock: Mock): NonNullable<Target["arrange"]> {
  return providedOrders(controlPaths.providerStates, async (target, body) => {
    const { status, body: pieces } = mock.handle({ method: "POST", target, headers: {}, body });
    return { status, text: Buffer.concat(pieces).toString() };
  });
}

function answerOf({ status, headers, body }: MockReply): Answer {
  return { status, headers: Object.entries(headers), body: new Uint8Array(Buffer.concat(body)) };
}
