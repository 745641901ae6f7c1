import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import type { Report } from "../../conformance/report/report.ts";
import { everything } from "../runner/judge-variant.ts";
import type { StartServer } from "./framework-server.ts";
import { judgeServer, shopOrders } from "./judge-server.ts";
import { startExpress } from "./servers/express.ts";
import { startNaiveExpress } from "./servers/express-naive.ts";
import { startFastify } from "./servers/fastify.ts";
import { startHono } from "./servers/hono.ts";
import { startNaiveHono } from "./servers/hono-naive.ts";
import { startNest } from "./servers/nest.ts";
import { spawnServer } from "./spawn-server.ts";

/** Servers that keep the document, each written as its framework's own guide would have it. */
const rightServers: readonly { readonly name: string; readonly start: StartServer }[] = [
  { name: "express", start: startExpress },
  { name: "fastify", start: startFastify },
  { name: "hono", start: startHono },
  { name: "nest", start: startNest },
  { name: "Python http.server", start: spawnServer("/usr/bin/python3", "stdlib-right.py") },
  { name: "flask", start: spawnServer("/usr/bin/python3", "flask-right.py") },
  { name: "php", start: spawnServer("php", "php-right.php") },
];

/** Quick-and-dirty servers, and the mistakes of each. */
interface Wrong {
  readonly what: string;
  /** Requirements that may fail because of it; at least one must. */
  readonly blames: RegExp;
}

interface NaiveServer {
  readonly name: string;
  readonly start: StartServer;
  readonly wrongs: readonly Wrong[];
}

const wrong = (what: string, blames: RegExp): Wrong => ({ what, blames });

const bodyOf = (status: 401 | 404, fields: string) =>
  wrong(`the ${status} body has no proper ${fields}`, new RegExp(`^errors/${status}-(?:${fields})$`));
const notJson = (status: 401 | 404) =>
  wrong(`the ${status} is no JSON`, new RegExp(`^errors/${status}-(?:object|media-type)$`));

/** A server that accepts an invalid key: where it opens cancels as well, several requirements show the effect. */
const opens = (what: string, ways: string) =>
  wrong(
    what,
    new RegExp(
      `^authentication/(?:(?:list|cancel)-(?:${ways})|before-\\w+-\\w+|head-without-key|refused-cancel-has-no-effect|other-spelling-[\\w-]+)$`,
    ),
  );
const cutsIds = wrong(
  "another text is cut to an id",
  /^order-id\/(?:malformed|resembling|resembling-has-no-effect)$/,
);
const cancelsTwice = wrong(
  "a cancelled order is cancelled again",
  /^cancel-order\/(?:second-cancel|second-cancel-status|one-winner)$/,
);

const naiveServers: readonly NaiveServer[] = [
  {
    name: "express",
    start: startNaiveExpress,
    wrongs: [
      opens("any scheme will do, and words after the key", "other-scheme|basic-scheme|key-lengthened"),
      bodyOf(401, "code|message|status"),
      notJson(404),
      cancelsTwice,
      cutsIds,
    ],
  },
  {
    name: "hono",
    start: startNaiveHono,
    wrongs: [
      wrong(
        "an Authorization that is no Bearer, or holds odd letters, is answered 400",
        /^authentication\/(?:(?:list|cancel)-(?:empty-key|wrong-key|key-lengthened|key-without-scheme|basic-scheme|other-scheme)|before-\w+-\w+)$/,
      ),
      notJson(401),
      bodyOf(404, "code|status"),
      wrong("the list is an envelope", /^list-orders\/json-array$/),
    ],
  },
  {
    name: "node:http",
    start: spawnServer(process.execPath, "plain-naive.js"),
    wrongs: [
      opens(
        "the key anywhere will do",
        "wrong-key|key-lengthened|key-without-scheme|basic-scheme|other-scheme",
      ),
      bodyOf(401, "code|status"),
      bodyOf(404, "code|status"),
      wrong("every object has a constructor", /^order-id\/malformed$/),
      wrong("a date is no ISO 8601", /^order\/ship-date$/),
      cancelsTwice,
    ],
  },
  {
    name: "Python http.server",
    start: spawnServer("/usr/bin/python3", "stdlib-naive.py"),
    wrongs: [
      notJson(401),
      notJson(404),
      wrong("an id that is no number ends the connection", /^order-id\/(?:malformed|resembling)$/),
    ],
  },
  {
    name: "flask",
    start: spawnServer("/usr/bin/python3", "flask-naive.py"),
    wrongs: [
      wrong(
        "no Authorization, or one word of it, is a 500",
        /^authentication\/(?:(?:list|cancel)-(?:without-key|wrong-key|empty-key|key-without-scheme)|before-\w+-\w+|every-operation)$/,
      ),
      opens("any scheme will do, and words after the key", "basic-scheme|other-scheme|key-lengthened"),
      wrong(
        "a path that the router does not know is a 404 before the key is asked for",
        /^authentication\/(?:cancel-[\w-]+|before-id-format)$/,
      ),
      bodyOf(401, "code|status"),
      notJson(404),
      wrong("shipped orders are not listed", /^list-orders\/all-orders$|^cancel-order\/shipped-unchanged$/),
    ],
  },
  {
    name: "php",
    start: spawnServer("php", "php-naive.php"),
    wrongs: [
      opens("Bearer is cut out at every place", "key-without-scheme|key-lengthened|wrong-key"),
      wrong("the 401 has no status and no JSON type", /^errors\/401-(?:status|media-type)$/),
      cutsIds,
      wrong(
        "after a cancel the list is an object, and any method but GET cancels",
        /^(?:list-orders\/json-array|cancel-order\/(?:list-stays-valid|only-that-order|no-other-effect))$/,
      ),
    ],
  },
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
});

test.concurrent.for(naiveServers)(
  "the naive $name server is blamed only for its mistakes",
  async ({ start, wrongs }, { expect }) => {
    const failed = failures(await judgeServer(start, shopOrders(2, 1)));
    const missed = wrongs.filter(({ blames }) => !failed.some(({ id }) => blames.test(id)));
    const excess = failed.filter(({ id }) => !wrongs.some(({ blames }) => blames.test(id)));
    expect({ missed: missed.map(({ what }) => what), excess: excess.map(show) }).toEqual({
      missed: [],
      excess: [],
    });
  },
);

test("the servers are well typed", () => {
  const tsc = ["node_modules/typescript/bin/tsc", "-p", "selftest/frameworks"];
  expect(execFileSync(process.execPath, tsc, { encoding: "utf8" })).toBe("");
});
