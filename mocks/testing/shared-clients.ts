/** Clients of several mocks with one state: random cancels, shipments, lists and resets, all of which are recorded. */

import { Agent, request } from "undici";
import { createDraw } from "./create-draw.ts";
import { type CallRecord, WorldHistory } from "./shared-history.ts";

export interface ClientsOptions {
  /** Ports of the mocks. */
  readonly ports: readonly number[];
  readonly clients: number;
  readonly worlds: number;
  readonly seconds: number;
  readonly seed: number;
  /** Called once the clients are done, before the remaining orders are listed. */
  readonly settled: () => Promise<void>;
}

const ordersPerReset = 12;
/** Time in ms in which a command of a killed mock may still take effect. */
const afterKill = 1000;

type Method = "GET" | "POST" | "DELETE";
interface Answer {
  readonly status: number;
  readonly body: string;
}

export async function runClients({ ports, clients, worlds, seconds, seed, settled }: ClientsOptions) {
  const dispatcher = new Agent({ headersTimeout: 20_000 });
  const histories = Array.from({ length: worlds }, () => new WorldHistory());
  const resets = Array.from({ length: worlds }, () => 0);
  const statuses = new Map<string, number>();
  let end = performance.now() + seconds * 1000;

  async function send(port: number, method: Method, path: string, world: string, body?: string) {
    const headers = { authorization: `Bearer mock-key~${world}` };
    const url = `http://127.0.0.1:${port}${path}`;
    const answer = await request(url, { method, headers, dispatcher, ...(body !== undefined && { body }) });
    return { status: answer.statusCode, body: await answer.body.text() };
  }

  const idsOf = (world: number, reset: number) =>
    Array.from({ length: ordersPerReset }, (_, place) => world * 10_000_000 + reset * 100 + place);

  /** Sends and records a request; returns the answer, if any. */
  async function ask(
    [method, path, body]: readonly [method: Method, path: string, body?: string],
    world: number,
    draw: (limit: number) => number,
    note: (record: CallRecord, answer?: Answer) => void,
  ): Promise<void> {
    const sentAt = performance.now();
    const count = (what: string) => statuses.set(what, (statuses.get(what) ?? 0) + 1);
    try {
      const answer = await send(ports[draw(ports.length)]!, method, path, `w${world}`, body);
      const endedAt = performance.now();
      const code = answer.status === 503 ? JSON.parse(answer.body).code : "";
      count(`${method} ${answer.status} ${code}`.trim());
      note({ sentAt, endedAt, outcome: outcomeOf(answer.status, code) }, answer);
    } catch (error) {
      count(`${method} ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}`);
      const { code } = error as NodeJS.ErrnoException;
      const wasSent = code !== "ECONNREFUSED";
      note({ sentAt, endedAt: performance.now() + afterKill, outcome: wasSent ? "unknown" : "refused" });
    }
  }

  async function act(world: number, draw: (limit: number) => number): Promise<void> {
    const history = histories[world]!;
    const die = draw(100);
    const id = idsOf(world, Math.max(1, resets[world]! - (draw(8) === 0 ? 1 : 0)))[draw(ordersPerReset)]!;
    if (die < 50)
      return ask(["DELETE", `/v1/store/orders/${id}`], world, draw, (record) => history.cancel(id, record));
    if (die < 85)
      return ask(["GET", "/v1/store/orders"], world, draw, ({ sentAt, endedAt }, answer) => {
        if (answer?.status !== 200) return;
        history.list({
          sentAt,
          endedAt,
          ids: JSON.parse(answer.body).map((order: { id: number }) => order.id),
        });
      });
    if (die < 97)
      return ask(["POST", `/_mock/orders/${id}/ship?world=w${world}`], world, draw, (record) =>
        history.ship(id, record),
      );
    return reset(world, draw);
  }

  function reset(world: number, draw: (limit: number) => number): Promise<void> {
    const ids = idsOf(world, ++resets[world]!);
    const fixtures = ids.map((id) => ({ id }));
    const call = ["POST", `/_mock/reset?world=w${world}`, JSON.stringify({ fixtures })] as const;
    return ask(call, world, draw, (record) => histories[world]!.reset(ids, record));
  }

  const draws = Array.from({ length: clients }, (_, client) => createDraw(seed + client));
  await Promise.all(histories.map((_, world) => reset(world, draws[0]!)));
  end = performance.now() + seconds * 1000;
  await Promise.all(
    draws.map(async (draw) => {
      while (performance.now() < end) await act(draw(worlds), draw);
    }),
  );
  await settled();
  /** The lists of each mock for each world, after all clients have finished. */
  const lists = await Promise.all(
    ports.map((port) =>
      Promise.all(histories.map((_, world) => send(port, "GET", "/v1/store/orders", `w${world}`))),
    ),
  );
  await dispatcher.destroy();
  return { histories, statuses, lists: lists.map((each) => each.map(({ body }) => body)) };
}

function outcomeOf(status: number, code: string): CallRecord["outcome"] {
  if (status === 204 || status === 200) return "done";
  if (status === 404) return "missing";
  if (code === "state_in_doubt") return "unknown";
  return "refused";
}
