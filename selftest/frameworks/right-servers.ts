/** Servers that keep the document, each written as its framework's own guide would have it. */

import type { StartServer } from "./framework-server.ts";
import { startExpress } from "./servers/express.ts";
import { startFastify } from "./servers/fastify.ts";
import { startH3 } from "./servers/h3.ts";
import { startHapi } from "./servers/hapi.ts";
import { startHono } from "./servers/hono.ts";
import { startKoa } from "./servers/koa.ts";
import { startNest } from "./servers/nest.ts";
import { startPlain } from "./servers/plain.ts";
import { spawnServer } from "./spawn-server.ts";

export const rightServers: readonly { readonly name: string; readonly start: StartServer }[] = [
  { name: "express", start: startExpress },
  { name: "fastify", start: startFastify },
  { name: "h3", start: startH3 },
  { name: "hapi", start: startHapi },
  { name: "hono", start: startHono },
  { name: "koa", start: startKoa },
  { name: "nest", start: startNest },
  { name: "node:http", start: startPlain },
  { name: "Python http.server", start: spawnServer("/usr/bin/python3", "stdlib-right.py") },
  { name: "flask", start: spawnServer("/usr/bin/python3", "flask-right.py") },
  { name: "php", start: spawnServer("php", "php-right.php") },
];
