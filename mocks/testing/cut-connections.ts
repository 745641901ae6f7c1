/** A port before another one, whose connections a test can cut at the worst moment. */

import { connect } from "node:net";
import { onTestFinished } from "vitest";
import { listenSockets } from "../../conformance/testing/listen-raw.ts";

/** Ends with its test. */
export async function startCuttingProxy(to: number) {
  let isCutting = false;
  let instead: string | undefined;
  const { port, close } = await listenSockets((client) => {
    const upstream = connect(to, "127.0.0.1").on("error", () => undefined);
    client.on("data", (bytes) => upstream.write(bytes)).on("close", () => upstream.destroy());
    upstream.on("close", () => client.destroy());
    upstream.on("data", (bytes) => {
      if (!isCutting) {
        client.write(instead ?? bytes);
        return;
      }
      isCutting = false;
      client.destroy();
    });
  });
  onTestFinished(close);
  return {
    port,
    /**
     * Cuts the connection on which the server answers next: the request has taken effect, and no client gets the answer.
     */
    cutNextAnswer() {
      isCutting = true;
    },
    /** Replaces each answer by this text; undefined restores the server's own answers. */
    answerInstead(text: string | undefined) {
      instead = text;
    },
  };
}
