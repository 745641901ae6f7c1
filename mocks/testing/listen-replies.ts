/** A server of the mock with given answers, for tests of their delivery. */

import type { ServerOptions } from "node:http";
import { onTestFinished } from "vitest";
import { listen } from "../../conformance/testing/listen-raw.ts";
import { createHttpServer } from "../adapters/server/http-server.ts";
import { createRequestListener } from "../adapters/server/serve-request.ts";
import { type MockReply, textReply } from "../http/reply.ts";
import { createMock } from "../mock.ts";

export const delayed = (delayMs: number): MockReply => ({
  ...textReply(200, "text/plain", "late", "late"),
  delivery: { delayMs },
});
export const ending = (end: "hang" | "reset" | "cut"): MockReply => ({
  ...textReply(200, "text/plain", "whole", "ends"),
  delivery: { end },
});

/** @param replies by their path; any other path is the mock's */
export async function listenReplies(
  replies: Readonly<Record<string, () => MockReply>>,
  settings?: ServerOptions,
) {
  const mock = createMock();
  const handle: typeof mock.handle = (call) => replies[call.target]?.() ?? mock.handle(call);
  const { server, stop } = createHttpServer(createRequestListener({ ...mock, handle }), settings);
  onTestFinished(() => stop());
  return { server, stop, port: await listen(server) };
}
