// Scalar's mock server over Hono's Node server, as its documentation starts it.
import { readFileSync } from "node:fs";
import { serve } from "@hono/node-server";
import { createMockServer } from "@scalar/mock-server";

const [port, documentFile] = process.argv.slice(2);
const app = await createMockServer({
  document: JSON.parse(readFileSync(documentFile, "utf8")),
  logger: false,
});
serve({ fetch: app.fetch, port: Number(port), hostname: "127.0.0.1" });
