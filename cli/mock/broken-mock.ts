/** `--broken`: a mock with one mistake on purpose, to show how the suite finds it. */

import { BadInput, nearestName, quoteValue } from "../../base/bad-input.ts";
import { createRequestListener, sendReply } from "../../mocks/adapters/server/serve-request.ts";
import { startWorldName } from "../../mocks/http/world.ts";
import { brokenGroups, brokenServers } from "../../selftest/broken/broken-servers.ts";
import { createExchanges, type WireServer } from "../../selftest/sockets/wire-server.ts";
import { wrongWireServers } from "../../selftest/sockets/wrong-wire.ts";
import { controlPrefix } from "../../spec/control-protocol.ts";

/** The control plane and the page stay right, since a run gets its orders from them. */
const isOwn = (target: string) => target === "/" || target.startsWith(controlPrefix);

export interface BrokenMock {
  readonly id: string;
  readonly description: string;
  readonly caughtBy: readonly string[];
  readonly listener: typeof createRequestListener;
}

/** The mistakes, a line each, in groups with a heading. */
export function formatBrokenList(): string {
  const groups = [
    ...brokenGroups,
    { title: "Bytes on a socket, and connections", servers: wrongWireServers },
  ];
  const width = Math.max(...groups.flatMap(({ servers }) => servers.map(({ id }) => id.length)));
  return groups
    .map(({ title, servers }) => {
      const lines = servers.map(({ id, description }) => `  ${id.padEnd(width)}  ${description}\n`);
      return `${title}\n${lines.join("")}`;
    })
    .join("\n");
}

/** @throws {BadInput} with the nearest name */
export function findBrokenMock(id: string): BrokenMock {
  const found = brokenServers.find((server) => server.id === id);
  if (found) {
    const { description, caughtBy, build } = found;
    const listener: BrokenMock["listener"] = (mock, options) => {
      const handle = build(mock);
      return createRequestListener(
        { ...mock, handle: (request) => (isOwn(request.target) ? mock.handle : handle)(request) },
        options,
      );
    };
    return { id, description, caughtBy, listener };
  }
  const raw = wrongWireServers.find((server) => server.id === id);
  if (raw) return { ...raw, listener: wireListener(raw) };
  const near = nearestName(
    id,
    [...brokenServers, ...wrongWireServers].map((server) => server.id),
  );
  const step = near ? `Did you mean ${near}?` : "--broken list prints them all.";
  throw new BadInput(`Cannot use --broken: there is no broken server ${quoteValue(id)}. ${step}`);
}

function wireListener({ answer }: WireServer): BrokenMock["listener"] {
  return (mock, options) => {
    const usual = createRequestListener(mock, options);
    const exchangeOf = createExchanges(mock, mock.handle);
    const answerTo = answer(mock, mock.handle);
    return async (request, response) => {
      const { method = "GET", url: target = "/", headers, socket } = request;
      if (isOwn(target)) return usual(request, response);
      const startedAt = performance.now();
      const exchange = exchangeOf({ method, target, headers }, socket);
      const sent = await answerTo(exchange);
      if (sent) void sendReply(response, sent);
      const { status, why, world = startWorldName } = sent ?? exchange.reply;
      options?.onAnswer?.({ method, target, headers, status, why, world, ms: performance.now() - startedAt });
    };
  };
}
