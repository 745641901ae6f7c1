/** The orders that every server gets, as files: made by the kit's own `fixtures` command. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { call, firstAnswer } from "./first-answer.ts";
import { freePort } from "./free-port.ts";
import { runProcess, startProcess } from "./processes.ts";

export const authorization = "Bearer mock-key";
export const ordersPath = "/v1/store/orders";

export interface OrderFiles {
  readonly count: number;
  /** With states: what `--fixtures` reads. */
  readonly fixtures: string;
  /** As the API lists them, without states: what a peer's user would write. */
  readonly orders: string;
  /** Ids of pending orders, one a line. */
  readonly pendingIds: string;
  /** The mock's own answers, for the limit. */
  readonly answers: string;
}

interface Fixture {
  readonly id: number;
  status?: string;
}

/** Orders in files, each number of them made once. */
export type OrderSupply = (count: number, allPending?: boolean) => Promise<OrderFiles>;

export function createOrderSupply(folder: string, cli: string): OrderSupply {
  const made = new Map<string, Promise<OrderFiles>>();
  return (count, allPending = false) => {
    const name = `${count}${allPending ? "-pending" : ""}`;
    const known = made.get(name) ?? make(join(folder, name), cli, count, allPending);
    made.set(name, known);
    return known;
  };
}

async function make(folder: string, cli: string, count: number, allPending: boolean): Promise<OrderFiles> {
  mkdirSync(folder, { recursive: true });
  const files: OrderFiles = {
    count,
    fixtures: join(folder, "fixtures.json"),
    orders: join(folder, "orders.json"),
    pendingIds: join(folder, "pending-ids.txt"),
    answers: join(folder, "answers.json"),
  };
  const { stdout } = await runProcess(
    { command: process.execPath, args: [cli, "fixtures", "--count", String(count)] },
    60_000,
  );
  const fixtures = JSON.parse(stdout) as Fixture[];
  if (allPending) for (const order of fixtures) order.status = "pending";
  writeFileSync(files.fixtures, JSON.stringify(fixtures));
  writeFileSync(files.orders, JSON.stringify(fixtures.map(({ status: _, ...order }) => order)));
  const pending = fixtures.filter(({ status = "pending" }) => status === "pending");
  writeFileSync(files.pendingIds, pending.map(({ id }) => `${id}\n`).join(""));
  await captureAnswers(cli, ["--fixtures", files.fixtures], pending[0]?.id ?? 0, files.answers);
  return files;
}

/** Asks a mock once for each answer, so that the limit can send the very same bytes. */
export async function captureAnswers(
  cli: string,
  options: readonly string[],
  pendingId: number,
  file: string,
): Promise<void> {
  const port = await freePort();
  const mock = startProcess(
    {
      command: process.execPath,
      args: [cli, "mock", "--port", String(port), "--log", "silent", ...options],
    },
    `${file}.log`,
  );
  try {
    const url = `http://127.0.0.1:${port}${ordersPath}`;
    await firstAnswer(url, authorization, mock.ended, 60_000);
    const list = await call(url, { authorization, keepBody: true });
    const unauthorized = await call(url, { keepBody: true });
    const cancel = await call(`${url}/${pendingId}`, { method: "DELETE", authorization, keepBody: true });
    const saved = { list, unauthorized, cancel };
    const answers = Object.entries(saved).map(([name, { status, rawHeaders, body }]) => {
      const bodyFile = `${file}.${name}`;
      if (body && body.length > 0) writeFileSync(bodyFile, body);
      return [name, { status, headers: ownHeaders(rawHeaders), ...(body?.length && { bodyFile }) }];
    });
    writeFileSync(file, JSON.stringify(Object.fromEntries(answers)));
  } finally {
    await mock.stop();
  }
}

/** Without those that node:http adds to every answer. */
function ownHeaders(raw: readonly string[]): Readonly<Record<string, string>> {
  const added = new Set(["date", "connection", "keep-alive", "transfer-encoding"]);
  const pairs = raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1]!] as const] : []));
  return Object.fromEntries(pairs.filter(([name]) => !added.has(name.toLowerCase())));
}
