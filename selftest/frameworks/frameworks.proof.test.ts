import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import type { Report } from "../../conformance/report/report.ts";
import { everything } from "../selftest.ts";
import type { StartServer } from "./framework-server.ts";
import { judgeServer, shopOrders } from "./judge-server.ts";
import { naiveServers } from "./naive-servers.ts";
import { startExpress } from "./servers/express.ts";
import { startFastify } from "./servers/fastify.ts";
import { startHono } from "./servers/hono.ts";
import { startNest } from "./servers/nest.ts";
import { startPlain } from "./servers/plain.ts";
import { spawnServer } from "./spawn-server.ts";

/** Servers that keep the document, each written as its framework's own guide would have it. */
const rightServers: readonly { readonly name: string; readonly start: StartServer }[] = [
  { name: "express", start: startExpress },
  { name: "fastify", start: startFastify },
  { name: "hono", start: startHono },
  { name: "nest", start: startNest },
  { name: "node:http", start: startPlain },
  { name: "Python http.server", start: spawnServer("/usr/bin/python3", "stdlib-right.py") },
  { name: "flask", start: spawnServer("/usr/bin/python3", "flask-right.py") },
  { name: "php", start: spawnServer("php", "php-right.php") },
];

const supplies = [2, 12].map((pending) => [pending, shopOrders(pending, pending > 3 ? 2 : 1)] as const);

const failures = ({ results }: Report) =>
  results.filter(({ outcome }) => outcome === "failed" || outcome === "errored");
const show = ({ id, outcome, reason }: Report["results"][number]) => `${outcome} ${id}: ${reason}`;

describe.each(supplies)("with %i pending orders", (pending, orders) => {
  const effort = pending > 3 ? everything : {};
  test.concurrent.for(rightServers)("the right $name server is not blamed", async ({ start }, { expect }) => {
    expect(failures(await judgeServer(start, orders, undefined, effort)).map(show)).toEqual([]);
  });

  test.concurrent.for(naiveServers)(
    "the naive $name server is blamed for what is wrong with it alone",
    async ({ start, wrongs }, { expect }) => {
      const failed = failures(await judgeServer(start, orders));
      const missed = wrongs.filter(({ blames }) => !failed.some(({ id }) => blames.test(id)));
      const excess = failed.filter(({ id }) => !wrongs.some(({ blames }) => blames.test(id)));
      expect({ missed: missed.map(({ what }) => what), excess: excess.map(show) }).toEqual({
        missed: [],
        excess: [],
      });
    },
  );
});

test("the servers are well typed", () => {
  const tsc = ["node_modules/typescript/bin/tsc", "-p", "selftest/frameworks"];
  expect(execFileSync(process.execPath, tsc, { encoding: "utf8" })).toBe("");
});
