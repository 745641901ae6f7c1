import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { parseJson } from "../../base/json.ts";
import { type RunningCli, startCli } from "../../cli/testing/start-cli.ts";
import { createDraw, manyCases, proofSeed } from "../testing/create-draw.ts";
import { createScratchFolder } from "../testing/scratch-folder.ts";

/** `store-orders mock --state` under SIGKILL, at any moment from its start to its stop, with clients at work. */

const kills = manyCases(16);
/** Number of mocks that run at once, each on its own file. */
const files = 2;
const orderCount = 1200;
const clients = 6;
const worlds = ["default", "anna"] as const;

interface Known {
  readonly key: string;
  readonly world: string;
  readonly id: string;
  /** `asked`: a cancel was sent and not answered, so that the order may be in either state. */
  status: "pending" | "asked" | "cancelled" | "shipped";
}

/** The required content of the file: every order of every world, in order. */
type Ledger = readonly Known[];

async function listOf(origin: string, world: string): Promise<{ id: string; status: string }[]> {
  const answer = await fetch(`${origin}/_mock/orders?world=${world}`);
  const orders = parseJson(await answer.text()) as unknown as { id: bigint; status: string }[];
  return orders.map(({ id, status }) => ({ id: String(id), status }));
}

async function openLedger(origin: string): Promise<Ledger> {
  const lists = worlds.map(async (world) =>
    (await listOf(origin, world)).map(
      ({ id, status }) => ({ key: `mock-key~${world}`, world, id, status }) as Known,
    ),
  );
  return (await Promise.all(lists)).flat();
}

/** Expects every order once, in its place, in a state that the answers allow; open states become known. */
async function audit(origin: string, ledger: Ledger): Promise<void> {
  for (const world of worlds) {
    const known = ledger.filter((order) => order.world === world);
    const found = await listOf(origin, world);
    expect(found.map(({ id }) => id)).toEqual(known.map(({ id }) => id));
    const wrong = found.filter(({ status }, index) => {
      const order = known[index]!;
      if (order.status === "asked" && status !== "shipped") order.status = status as Known["status"];
      return order.status !== status;
    });
    expect(wrong).toEqual([]);
  }
}

/** Cancels from several clients until the mock is gone; calls back after each 204. */
async function work(origin: string, ledger: Ledger, onDone: () => void): Promise<void> {
  const open = ledger.filter(({ status }) => status === "pending");
  const client = async () => {
    for (let order = open.pop(); order; order = open.pop()) {
      order.status = "asked";
      const answer = await fetch(`${origin}/v1/store/orders/${order.id}`, {
        method: "DELETE",
        headers: { authorization: `Bearer ${order.key}` },
      }).catch(() => undefined);
      if (!answer) return;
      expect(answer.status).toBe(204);
      order.status = "cancelled";
      onDone();
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
}

async function originOf(mock: RunningCli): Promise<string> {
  const { baseUrl } = JSON.parse((await mock.printed(/^.*\n/))[0]);
  return new URL(baseUrl).origin;
}

async function killAgainAndAgain(path: string, seed: number): Promise<number> {
  const draw = createDraw(seed);
  const start = () =>
    startCli(["mock", "--port=0", "--log=json", `--orders=${orderCount}`, "--state", path], {});
  let ledger: Ledger | undefined;
  let killed = 0;
  while (killed < kills / files) {
    const mock = start();
    const kind = draw(5);
    if (kind === 0) {
      // During its start: while it makes the file, checks it or reads its log.
      setTimeout(() => mock.kill("SIGKILL"), 100 + draw(400));
    } else {
      const origin = await originOf(mock);
      ledger ??= await openLedger(origin);
      await audit(origin, ledger);
      let left = 1 + draw(40);
      await work(origin, ledger, () => {
        if (--left !== 0) return;
        // Sometimes while it stops and moves the log into the database.
        if (kind === 1) mock.kill("SIGTERM");
        setTimeout(() => mock.kill("SIGKILL"), draw(kind === 1 ? 30 : 3));
      });
    }
    const { code, signal, stderr } = await mock.ended;
    if (kind === 0 || kind === 1) expect([0, null]).toContain(code);
    else expect({ code, signal }).toEqual({ code: null, signal: "SIGKILL" });
    expect(stderr.replace(/^store-orders: .* already has orders.*\n/, "")).toBe("");
    killed++;
  }
  const last = start();
  await audit(await originOf(last), ledger!);
  last.kill("SIGTERM");
  expect((await last.ended).code).toBe(0);
  expect(existsSync(path)).toBe(true);
  const leftBehind = readdirSync(dirname(path)).filter((name) => name.startsWith(basename(path)));
  expect(leftBehind.filter((name) => !name.includes(".new-"))).toEqual([basename(path)]);
  return ledger!.filter(({ status }) => status === "cancelled").length;
}

test(`${kills} kills lose no answered cancel, and no order (seed ${proofSeed})`, {
  timeout: 300_000,
}, async () => {
  const folder = createScratchFolder();
  const runs = Array.from({ length: files }, (_, index) =>
    killAgainAndAgain(join(folder, `shop-${index}.db`), proofSeed + index),
  );
  for (const cancelled of await Promise.all(runs)) expect(cancelled).toBeGreaterThan(kills / files);
});
