import { expect, test } from "vitest";
import { BadInput } from "../base/bad-input.ts";
import { random } from "../base/testing/secret-cases.ts";
import { fixturesCommand } from "./fixtures/fixtures-command.ts";
import { formatConfig } from "./format-help.ts";
import { initCommand } from "./init/init-command.ts";
import { mockCommand } from "./mock/mock-options.ts";
import type { CommandSpec } from "./options.ts";
import { proxyCommand } from "./proxy/proxy-command.ts";
import { type Line, runHere } from "./testing/run-here.ts";
import { runCli } from "./testing/start-cli.ts";
import { verifyCommand } from "./verify/verify-options.ts";

test("a value that is refused, or is not expected at its place, is not repeated", async () => {
  const value = random(12);
  const secret = ["api-key", "header", "control-token", "proxy", "orders-command", "state"] as const;
  const wrong: Readonly<Record<(typeof secret)[number], readonly string[]>> = {
    "api-key": [`${value} ß`, `x ${value}`],
    header: [value, `X-Secret ${value}`, `X-Secret: ${value}\n`, `authorization: ${value}`],
    "control-token": [`${value} x`, `é${value}`],
    proxy: [`bob:${value}@proxy:99999`, `socks5://bob:${value}@proxy`, `bob:${value}#@proxy`],
    "orders-command": ["", `\0${value}`],
    state: [`redis://bob:${value}@host/x`, `redis://bob:${value}@host/0?a`, `redis://bob:${value}@`],
  };
  for (const option of secret) {
    const base: Line = option === "state" ? ["mock", "--port=0"] : ["verify", "http://127.0.0.1:1/v1"];
    const variable = `STORE_ORDERS_${option.toUpperCase().replaceAll("-", "_")}`;
    const runs = wrong[option].flatMap((text): (readonly [Line, Record<string, string>])[] => [
      [[...base, `--${option}=${text}`], {}],
      [base, { [variable]: text }],
    ]);
    // Without quotation marks, the shell makes two arguments of it.
    runs.push([[base[0], `--${option}`, "a: b", value], {}]);
    for (const [args, env] of runs) {
      const { stdout, stderr } = await runHere(args, env);
      expect(stdout + stderr, args.join(" ")).not.toContain(value);
    }
  }
});

const shapes: readonly ((password: string) => string)[] = [
  (password) => `bob:${password}@host.test`,
  (password) => `bob:${password}@host.test:6379/0`,
  (password) => `bob:1/${password}@host.test/v1`,
  (password) => `bob:1 ${password}#?@host.test/v1`,
  (password) => `https:bob:${password}@host.test/v1`,
  (password) => `https:/bob:${password}@host.test/v1`,
  (password) => `:${password}@host.test`,
];
const specs: readonly CommandSpec[] = [
  mockCommand,
  verifyCommand,
  proxyCommand,
  fixturesCommand,
  initCommand,
];
const valued = specs.flatMap((spec) =>
  Object.entries(spec.options).flatMap(([name, option]) =>
    option.value ? [{ spec, option, name: `${spec.name} --${name}` }] : [],
  ),
);

test.each(valued)(
  "$name does not repeat an address that lacks its scheme",
  async ({ spec, option, name }) => {
    const password = random(12);
    for (const shape of shapes) {
      const text = shape(password);
      let message: string | undefined;
      try {
        option.read([text], name);
      } catch (error) {
        expect(error).toBeInstanceOf(BadInput);
        ({ message } = error as BadInput);
      }
      // A value that is taken is repeated in later messages, if it is no secret.
      if (option.secret !== true) expect(message, text).toBeDefined();
      expect(message ?? "").not.toContain(password);
      const shown = formatConfig(spec, { origin: () => ({ texts: [text], source: "arguments" }) });
      expect(shown).not.toContain(password);
    }
  },
);

test.each(shapes)("an address that lacks its scheme is in no output: %s", async (shape) => {
  const password = random(12);
  const text = shape(password);
  const lines: readonly Line[] = [
    ["fixtures", "--from", text],
    ["fixtures", text],
    ["mock", text],
    ["mock", "--port=0", "--watch", text],
    ["mock", "--port=0", "--state", text],
    ["mock", "--port=0", `--open=${text}`],
    ["verify", text],
    ["verify", text, "--print-config"],
    ["verify", "http://127.0.0.1:1/v1", text],
    ["verify", "http://127.0.0.1:1/v1", "--har", text],
    ["proxy", text],
    ["mock", "--port=0", "--", text],
  ];
  for (const line of lines) {
    const { stdout, stderr } = await runHere(line, { STORE_ORDERS_API_KEY: "a-key" });
    expect(stdout + stderr, line.join(" ")).not.toContain(password);
  }
  const { stderr } = await runHere(["fixtures"], { STORE_ORDERS_FROM: text });
  expect(stderr).toContain("Cannot use STORE_ORDERS_FROM: ");
  expect(stderr).not.toContain(password);
  expect((await runCli([text])).stderr).not.toContain(password);
});

test.each([(key: string) => `echo ${key} >&2`, (key: string) => `printf 'a\\n\\n%s b' '${key}' >&2`])(
  "a command that prints the key and then fails does not put it into the message",
  async (fail) => {
    const key = random(12);
    const command = `echo ${key}; ${fail(key)}; exit 3`;
    const { code, stderr } = await runHere([
      "verify",
      "http://127.0.0.1:1/v1",
      `--api-key-command=${command}`,
    ]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("it ended with exit code 3")]);
    expect(stderr).not.toContain(key);
  },
);

test("addresses with a password in them", async () => {
  const password = "pa55/w0rd#x";
  for (const address of [`redis://me:${password}@127.0.0.1:1/0`, `https://me:${password}@host.test/v1`]) {
    for (const args of [
      ["mock", "--state", address, "--print-config"],
      ["mock", "--state", address],
      ["mock", "--fallback", address],
      ["mock", "--fallback", address, "--print-config"],
      ["verify", address],
      ["verify", address, "--print-config"],
      ["verify", "http://127.0.0.1:1/v1", "--proxy", address],
      ["proxy", address],
      ["fixtures", "--from", address],
    ] as const) {
      const { code, stdout, stderr } = await runHere(args, { STORE_ORDERS_API_KEY: "a-key" });
      expect(stdout + stderr, args.join(" ")).not.toMatch(/pa55|w0rd|:\/\/me/);
      expect(code, args.join(" ")).toBe(args.includes("--print-config") ? 0 : 2);
    }
    const { code, stderr } = await runCli([address]);
    expect([code, stderr]).toEqual([2, expect.not.stringMatching(/pa55|w0rd|:\/\/me/)]);
  }
});
