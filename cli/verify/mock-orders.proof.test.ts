import { expect, test } from "vitest";
import { startMockServer } from "../../mocks/adapters/server/mock-server.ts";
import { runHere } from "../testing/run-here.ts";

const controlToken = "t0ken-of-the-control-plane";
const run = (baseUrl: string, args: readonly string[] = [], more: Record<string, string> = {}) =>
  runHere(["verify", baseUrl, "--complete", ...args], { STORE_ORDERS_API_KEY: "mock-key", ...more });

test("a mock whose control plane asks for a token is judged whole with it, by option or by variable", async () => {
  await using server = await startMockServer({ controlToken });
  const byOption = await run(server.baseUrl, ["--control-token", controlToken]);
  const byVariable = await run(server.baseUrl, [], { STORE_ORDERS_CONTROL_TOKEN: controlToken });
  for (const { code, stdout, stderr } of [byOption, byVariable]) {
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).not.toContain(controlToken);
  }
});

test.each([
  [
    "whose token is not given",
    { controlToken },
    "its control plane asks for a token, or is closed to this machine. Give the token with --control-token or in STORE_ORDERS_CONTROL_TOKEN, or name orders with --pending-order and --shipped-order.",
  ],
  [
    "without a control plane",
    { control: false },
    "it has no control plane. Start it without --no-control, or name orders with --pending-order and --shipped-order.",
  ],
])(
  "for a mock %s a line says why there are no orders, and which option to use",
  async (_name, options, fact) => {
    await using server = await startMockServer(options);
    const { code, stderr } = await run(server.baseUrl);
    expect([code, stderr]).toEqual([
      3,
      `store-orders: The mock at ${new URL(server.baseUrl).origin} makes no orders for this run: ${fact}\n`,
    ]);
  },
);

test("a wrong token is refused before anything is cancelled", async () => {
  await using server = await startMockServer({ controlToken });
  const { code, stderr } = await run(server.baseUrl, ["--control-token", "another"]);
  expect([code, stderr]).toEqual([
    2,
    `store-orders: Cannot use --control-token: the mock at ${new URL(server.baseUrl).origin} refuses it. Give the token that the mock was started with.\n`,
  ]);
});
