import { expect, onTestFinished, test } from "vitest";
import { startRawServer } from "../../testing/raw-server.ts";
import { createHttpTarget } from "./http-target.ts";

test("a Host header of the user is sent in place of the target's own", async () => {
  let heard = "";
  const origin = await startRawServer((socket, head) => {
    heard = head;
    socket.end("HTTP/1.1 204 No Content\r\n\r\n");
  });
  const target = createHttpTarget({ baseUrl: `${origin}/v1`, apiKey: "k" });
  onTestFinished(() => target.close());
  await target.send({ method: "GET", path: "/x", headers: [["host", "shop.test"]] });
  expect(heard.match(/^host:.*$/gim)).toEqual(["Host: shop.test"]);
});
