import { expect, test } from "vitest";
import { random } from "../base/testing/secret-cases.ts";
import { type Line, runHere } from "./testing/run-here.ts";
import { runCli } from "./testing/start-cli.ts";

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
