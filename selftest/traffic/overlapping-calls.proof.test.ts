import { Agent, fetch } from "undici";
import { expect, test } from "vitest";
import { createSeededChance } from "../../base/seeded-chance.ts";
import { TrafficJudge } from "../../conformance/judge-traffic.ts";
import { startProxy } from "../../conformance/proxy/start-proxy.ts";
import { createTrafficCleaners } from "../../conformance/proxy/traffic-cleaners.ts";
import { watchTraffic } from "../../conformance/proxy/watch-traffic.ts";
import { startMockServer } from "../../mocks/adapters/server/mock-server.ts";

const sessions = 50;
const clicks = 10;
const seed = Number(process.env.SESSIONS_SEED ?? 1);

/**
 * An application that cancels an order and lists the orders again, a click each 150 ms, against the kit's own mock that
 * takes 20 to 200 ms an answer; every fourth click is a double click.
 * @returns the requirements that the proxy says were broken
 */
async function useApplication(session: number, isAllTraffic: boolean): Promise<readonly string[]> {
  await using server = await startMockServer({
    orders: 12,
    seed: seed + session,
    faults: [{ fault: "delay", ms: [20, 200] }],
  });
  const target = new URL(`http://127.0.0.1:${server.port}/v1`);
  const cleaners = createTrafficCleaners([]);
  const judge = new TrafficJudge({ baseUrl: target.href, isAllTraffic, cleaners });
  const watch = watchTraffic({ target, basePath: "/v1", cleaners, judge, onTrouble: () => undefined });
  const proxy = await startProxy({ target, port: 0, host: "127.0.0.1", listener: watch.listener });
  const dispatcher = new Agent();
  const call = async (method: string, path = "") => {
    const address = `http://127.0.0.1:${proxy.port}/v1/store/orders${path}`;
    const answer = await fetch(address, {
      method,
      headers: { authorization: "Bearer mock-key" },
      dispatcher,
    });
    return answer.text();
  };
  const draw = createSeededChance(seed, session);
  const orders = (JSON.parse(await call("GET")) as { id: number }[]).map(({ id }) => id);
  const clickOn = async (order: number) => {
    await call("DELETE", `/${order}`);
    await call("GET");
  };
  const work: Promise<void>[] = [];
  for (let click = 0; click < clicks; click++) {
    const order = orders[Math.floor(draw() * orders.length)]!;
    work.push(clickOn(order), ...(click % 4 === 0 ? [clickOn(order)] : []));
    await new Promise((next) => setTimeout(next, 150));
  }
  await Promise.all(work);
  await proxy.close();
  await watch.close();
  await dispatcher.destroy();
  return judge.report().results.flatMap(({ id, outcome }) => (outcome === "failed" ? [id] : []));
}

test.each([
  ["may have other clients", false],
  ["is all there is", true],
])(
  `an application whose calls overlap blames no server in ${sessions} sessions where its traffic %s (seed ${seed})`,
  async (_name, isAllTraffic) => {
    const blamed = await Promise.all(
      Array.from({ length: sessions }, (_, session) => useApplication(session, isAllTraffic)),
    );
    expect(blamed.flat()).toEqual([]);
  },
);
