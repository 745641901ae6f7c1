import { expect, test } from "vitest";
import { BadInput } from "../base/bad-input.ts";
import { random } from "../base/testing/secret-cases.ts";
import type { CommandSpec, OptionSpec } from "./command-spec.ts";
import { fixturesCommand } from "./fixtures/fixtures-command.ts";
import { formatConfig } from "./format-help.ts";
import { initCommand } from "./init/init-command.ts";
import { mockCommand } from "./mock/mock-options.ts";
import { proxyCommand } from "./proxy/proxy-command.ts";
import { type Line, runHere } from "./testing/run-here.ts";
import { verifyCommand } from "./verify/verify-options.ts";

test("a word behind an option for a secret, as a shell makes it without quotation marks, is not repeated", async () => {
  const value = random(12);
  for (const option of ["api-key", "header", "control-token", "proxy", "orders-command"]) {
    const { stdout, stderr } = await runHere(["verify", `--${option}`, "a: b", value]);
    expect(stdout + stderr, option).not.toContain(value);
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
/** Values of every kind that some reader of a secret refuses. */
const mistakes: readonly ((password: string) => string)[] = [
  (password) => password,
  (password) => `authorization: ${password}`,
  (password) => `X-Secret: ${password}\n`,
  (password) => `bob:${password}@proxy:99999`,
  (password) => `socks5://bob:${password}@proxy`,
  (password) => `redis://bob:${password}@host/x`,
  (password) => `X-Secret ${password}`,
  (password) => `${password}\0`,
  (password) => `\u00e9${password}`,
  (password) => `${password} ${password}`,
  (password) => `http://bob:${password}@`,
  () => " ",
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

/** The message with which an option refuses a text; undefined if it accepts the text. */
function refusalBy({ read }: OptionSpec, text: string): string | undefined {
  try {
    read([text], "--option");
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(BadInput);
    const { message } = error as BadInput;
    expect(message).toMatch(/^Cannot use --option/);
    return message;
  }
}

test.each(valued)("$name does not repeat an address that lacks its scheme", ({ spec, option }) => {
  const password = random(12);
  for (const shape of shapes) {
    const text = shape(password);
    const message = refusalBy(option, text);
    // An accepted value is repeated in later messages, unless it is a secret.
    if (option.secret !== true) expect(message, text).toBeDefined();
    expect(message ?? "").not.toContain(password);
    const shown = formatConfig(spec, {
      origin: () => ({ texts: [text], source: "command line", place: "" }),
    });
    expect(shown).not.toContain(password);
  }
});

test.each(specs)("a printed configuration of $name shows no secret", (spec) => {
  const password = random(12);
  const textOf = (name: string) => (spec.options[name]?.secret === true ? password : "x");
  const shown = formatConfig(spec, {
    origin: (name) => ({ texts: [textOf(name)], source: "command line", place: "" }),
  });
  expect(shown).not.toContain(password);
});

const secretive = valued.filter(({ option }) => option.secret);

test.each(secretive)("$name, which may hold a secret, does not repeat what it refuses", ({ option }) => {
  const password = random(12);
  for (const mistake of mistakes) expect(refusalBy(option, mistake(password)) ?? "").not.toContain(password);
});

/** Command lines with an address at each place that takes one, or takes none. */
const linesWith = (address: string): readonly Line[] => [
  ["fixtures", "--from", address],
  ["fixtures", address],
  ["mock", address],
  ["mock", "--port=0", "--watch", address],
  ["mock", "--port=0", "--state", address],
  ["mock", "--port=0", "--fallback", address, "--print-config"],
  ["mock", "--port=0", `--open=${address}`],
  ["mock", "--port=0", "--", address],
  ["verify", address],
  ["verify", address, "--print-config"],
  ["verify", "http://127.0.0.1:1/v1", address],
  ["proxy", address],
];

const urls: readonly ((password: string) => string)[] = [
  (password) => `redis://me:${password}/${password}#x@127.0.0.1:1/0`,
  (password) => `https://me:${password}/${password}#x@host.test/v1`,
];

test.each([...shapes, ...urls])("a password in an address is in no output: %s", async (shape) => {
  const password = random(12);
  const address = shape(password);
  for (const line of linesWith(address)) {
    const { code, stdout, stderr } = await runHere(line, { STORE_ORDERS_API_KEY: "a-key" });
    expect(stdout + stderr, line.join(" ")).not.toContain(password);
    expect(stdout + stderr, line.join(" ")).not.toContain("://me");
    const isPrinted = line.includes("--print-config");
    if (!isPrinted || urls.includes(shape)) expect(code, line.join(" ")).toBe(isPrinted ? 0 : 2);
  }
  const { stderr } = await runHere(["fixtures"], { STORE_ORDERS_FROM: address });
  expect(stderr).toContain("Cannot use STORE_ORDERS_FROM: ");
  expect(stderr).not.toContain(password);
});

test.each([(key: string) => `echo ${key} >&2`, (key: string) => `printf 'a\\n\\n%s b' '${key}' >&2`])(
  "a command that prints the key and then fails does not put it into the message",
  async (fail) => {
    const key = random(12);
    const command = `echo ${key}; ${fail(key)}; exit 3`;
    const args = ["http://127.0.0.1:1/v1", `--api-key-command=${command}`];
    const { code, stderr } = await runHere(["verify", ...args]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("it ended with exit code 3")]);
    expect(stderr).not.toContain(key);
  },
);
