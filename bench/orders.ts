/** The orders that every server gets, as files: made by the kit's own `fixtures` command. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import type { Bench } from "./bench.ts";
import { call, type TimedAnswer } from "./call.ts";
import { authorization, type Contender, type OrderFiles } from "./contender.ts";
import { startServer } from "./server.ts";

interface Fixture {
  readonly id: number;
  status?: string;
}

export async function makeOrders(bench: Bench, count: number, allPending: boolean): Promise<OrderFiles> {
  const folder = join(bench.folder, `orders-${count}${allPending ? "-pending" : ""}`);
  mkdirSync(folder, { recursive: true });
  const files: OrderFiles = {
    count,
    fixtures: join(folder, "fixtures.json"),
    orders: join(folder, "orders.json"),
    pendingIds: join(folder, "pending-ids.txt"),
    answers: join(folder, "answers.json"),
  };
  const args = [bench.cli, "fixtures", "--count", String(count)];
  const { stdout } = await execa(process.execPath, args, { maxBuffer: 2 ** 30 });
  const fixtures = JSON.parse(stdout) as Fixture[];
  if (allPending) for (const order of fixtures) order.status = "pending";
  const pending = fixtures.filter(({ status = "pending" }) => status === "pending");
  writeFileSync(files.fixtures, JSON.stringify(fixtures));
  writeFileSync(files.orders, JSON.stringify(fixtures.map(({ status: _, ...order }) => order)));
  writeFileSync(files.pendingIds, pending.map(({ id }) => `${id}\n`).join(""));
  await captureAnswers(bench, bench.mock, files, pending[0]?.id ?? 0);
  return files;
}

/** Asks a mock once for each answer, so that the limit can send the very same bytes. */
export async function captureAnswers(bench: Bench, mock: Contender, files: OrderFiles, pendingId: number) {
  await using server = await startServer(bench, mock, files);
  const answers = {
    list: await call(server.url, { authorization }),
    unauthorized: await call(server.url),
    cancel: await call(`${server.url}/${pendingId}`, { method: "DELETE", authorization }),
  };
  const saved = Object.entries(answers).map(([name, answer]) => {
    const bodyFile = `${files.answers}.${name}`;
    writeFileSync(bodyFile, answer.body);
    const headers = ownHeaders(answer);
    return [name, { status: answer.status, headers, ...(answer.body.length > 0 && { bodyFile }) }];
  });
  writeFileSync(files.answers, JSON.stringify(Object.fromEntries(saved)));
}

/** Without those that node:http adds to every answer. */
function ownHeaders({ headers }: TimedAnswer) {
  const added = ["date", "connection", "keep-alive", "transfer-encoding"];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !added.includes(name)));
}
