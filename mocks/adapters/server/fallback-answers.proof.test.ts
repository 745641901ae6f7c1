import { expect, onTestFinished, test } from "vitest";
import { createSeededChance } from "../../../base/seeded-chance.ts";
import { listenSockets } from "../../../conformance/testing/listen-raw.ts";
import { manyCases, proofSeed } from "../../testing/create-draw.ts";
import { startMockServer } from "./mock-server.ts";
import type { AnsweredRequest } from "./serve-request.ts";

/** Whatever bytes the real server answers with, the mock lives, and says what it could not pass on. */

const answers = manyCases(1000);
const atOnce = 20;

/** @returns bytes, and what becomes of the connection behind them */
function createAnswers(draw: () => number) {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(draw() * values.length)]!;
  const some = (most: number) => Math.floor(draw() * (most + 1));
  /** Words of a list; `_` is a blank. */
  const list = (text: string) => text.split(" ").map((word) => word.replaceAll("_", " "));
  const starts = list(
    "200_OK 200 201_Made 204_No_Content 206_Part 301_Moved 304_Not_Modified 404_Nö 500_Bad",
  );
  const oddStarts = list("099_Low 000_No 999_High 600_More 1000_Long 101_Switch 2x0_What -1_No 200_A\x01B");
  const names = list("X-A Set-Cookie Content-Type Date Connection Keep-Alive Trailer Upgrade");
  const odd = list("X\x00B X_B  constructor Content-Length Transfer-Encoding ÄÖ Via");
  const values = list("1  text/plain close h2c é \xff 3,_4");
  const oddValues = list("a\x01b a\x00b \x7f -1 99999999999999999999 chunked gzip,_chunked x-a,_via");
  const huge = "h".repeat(10_000_000);
  const body = "5\r\nhello\r\n0\r\n";
  const bodies = ["", "hello", `${body}\r\n`, `${body}X-T: 1\r\nX\x01: 2\r\n\r\n`, "zz\r\n", "\x00"];
  const line = () => `${pick(draw() < 0.95 ? names : odd)}: ${pick(draw() < 0.95 ? values : oddValues)}\r\n`;
  const framing = () => {
    const kind = some(12);
    if (kind === 0) return "Content-Length: 5\r\n";
    if (kind === 1) return "Content-Length: 5\r\nContent-Length: 6\r\n";
    if (kind === 2) return "Content-Length: 5\r\nContent-Length: 5\r\n";
    if (kind === 3) return "Transfer-Encoding: chunked\r\nTrailer: X-T\r\n";
    return kind === 4 ? "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n" : "";
  };
  return () => {
    const interims = draw() < 0.1 ? `HTTP/1.1 103 Early\r\n${line()}\r\n`.repeat(pick([1, 5, 300])) : "";
    const version = pick([
      ...Array<string>(16).fill("HTTP/1.1"),
      "HTTP/1.0",
      "HTTP/0.9",
      "HTTP/2.0",
      "ICY",
      "",
    ]);
    const lines = Array.from({ length: some(4) }, line).join("") + framing();
    const long = draw() < 0.005 ? `X-Huge: ${huge}\r\n` : "";
    const whole = `${interims}${version} ${pick(draw() < 0.7 ? starts : oddStarts)}\r\n${lines}${long}\r\n${pick(bodies)}`;
    const bytes = draw() < 0.03 ? "" : draw() < 0.15 ? whole.slice(0, some(whole.length)) : whole;
    return { bytes: Buffer.from(bytes, "latin1"), end: pick(["end", "end", "destroy", "stay"] as const) };
  };
}

test(`the mock goes on whatever the real server answers (seed ${proofSeed})`, async () => {
  const next = createAnswers(createSeededChance(proofSeed));
  const { port, close } = await listenSockets((socket) => {
    socket.on("data", () => {
      const { bytes, end } = next();
      socket.write(bytes, () => {
        if (end === "end") socket.end();
        else if (end === "destroy") socket.destroy();
      });
    });
  });
  onTestFinished(close);
  const faults: unknown[] = [];
  const onFault = (error: unknown) => faults.push(error);
  process.on("uncaughtException", onFault).on("unhandledRejection", onFault);
  onTestFinished(() => void process.off("uncaughtException", onFault).off("unhandledRejection", onFault));
  const logged: AnsweredRequest[] = [];
  await using server = await startMockServer({
    fallback: new URL(`http://127.0.0.1:${port}`),
    fallbackTimeoutMs: 200,
    onAnswer: (answer) => logged.push(answer),
  });
  const origin = new URL(server.baseUrl).origin;
  const statuses = new Map<string, number>();
  let left = answers;
  const run = async () => {
    while (left-- > 0) {
      const method = ["GET", "HEAD", "POST", "DELETE"][left % 4]!;
      const outcome = await fetch(`${origin}/a`, { method, redirect: "manual" }).then(
        async (answer) => {
          if (answer.status === 502 && method !== "HEAD")
            expect(await answer.json()).toMatchObject({ code: "fallback_failed", status: 502 });
          else await answer.arrayBuffer().catch(() => undefined);
          return String(answer.status);
        },
        () => "cut",
      );
      statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1);
      const list = await fetch(`${server.baseUrl}/store/orders`, {
        headers: { authorization: "Bearer mock-key" },
      });
      expect(list.status).toBe(200);
      await list.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, run));
  process.stdout.write(`answers to the client: ${JSON.stringify(Object.fromEntries(statuses))}\n`);
  expect(faults).toEqual([]);
  expect(statuses.get("502")).toBeGreaterThan(answers / 10);
  expect(statuses.get("200")).toBeGreaterThan(answers / 50);
  const told = logged.filter(
    ({ status, why }) => status === 502 && why.startsWith("Cannot pass the request on"),
  );
  expect(told.length).toBeGreaterThanOrEqual(statuses.get("502")!);
}, 180_000);
