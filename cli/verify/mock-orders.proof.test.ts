import { expect, test } from "vitest";
import { type MockServerOptions, startMockServer } from "../../mocks/adapters/server/mock-server.ts";
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

const noOrders = "The mock at ORIGIN makes no orders for this run: ";
test.each<[string, MockServerOptions, string[], code: number, line: string]>([
  ["whose token is not given", { controlToken }, [], 3, `${noOrders}its control plane asks for a token, or `],
  [
    "without a control plane",
    { control: false },
    [],
    3,
    `${noOrders}it has no control plane. Start it without`,
  ],
  [
    "whose token is another",
    { controlToken },
    ["--control-token=x"],
    2,
    "Cannot use --control-token: the mock at",
  ],
])("for a mock %s a line says which option to use, and no order is cancelled", async (...row) => {
  const [, options, args, exit, line] = row;
  await using server = await startMockServer(options);
  const { code, stderr } = await run(server.baseUrl, args);
  expect([code, stderr.trimEnd().split("\n")]).toEqual([
    exit,
    [expect.stringContaining(`store-orders: ${line.replace("ORIGIN", new URL(server.baseUrl).origin)}`)],
  ]);
  expect(server.mock.control.orders().filter(({ status }) => status === "cancelled")).toEqual([]);
});
