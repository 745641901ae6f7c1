#!/usr/bin/env node
/**
 * The `store-orders` command: picks a subcommand and loads only that. Its own
 * imports stay readable to an old Node, so that one gets a sentence instead of a
 * stack.
 */

// Whole, not by name: an old Node lacks the name and would fail before the first line.
import nodeModule from "node:module";
import type { Environment } from "./cli/command-line.ts";
import type { Terminal } from "./cli/terminal.ts";

const minimumNode = [22, 19] as const;

const usage = `A mock server and a conformance test kit for the Store Orders Service.

Usage: store-orders <command> [options]

  mock                 Serve the API on a port, with orders that can be cancelled.
  verify [base-url]    Judge a server against the document; without a URL, the mock.
  proxy TARGET         Pass traffic through to a server, and judge what passes.
  fixtures             Print the orders the mock would start with.
  init                 Set a project up: handlers, tests, configuration, workflow.
  selftest             Run the suite on servers known to be wrong, and known to be right.

  --help               Print this help; after a command, that command's.
  --version            Print the version.

Exit codes: 0 nothing failed, 1 a requirement failed, 2 bad usage or the run
could not start, 3 incomplete, 70 a fault of the kit.
`;

type Run = (args: readonly string[], env: Environment, terminal: Terminal) => Promise<number>;

/** Each loads what it needs when it is run. */
const commands: Readonly<Record<string, () => Promise<Run>>> = {
  mock: async () => (await import("./cli/mock/mock-command.ts")).runMockCommand,
  async verify() {
    const { runVerifyCommand } = await import("./cli/verify/verify-command.ts");
    // A timer or a socket that a provision module left open must not keep the run alive.
    return async (...given) => endProcess(await runVerifyCommand(...given));
  },
  proxy: async () => (await import("./cli/proxy/proxy-command.ts")).runProxyCommand,
  fixtures: async () => (await import("./cli/fixtures/fixtures-command.ts")).runFixturesCommand,
  init: async () => (await import("./cli/init/init-command.ts")).runInitCommand,
  selftest: async () => (await import("./cli/selftest/selftest-command.ts")).runSelftestCommand,
};

async function main([command, ...rest]: readonly string[]): Promise<number> {
  const { createTerminal } = await import("./cli/terminal.ts");
  const terminal = createTerminal();
  if (command !== undefined && Object.hasOwn(commands, command))
    return (await commands[command]!())(rest, process.env, terminal);
  switch (command) {
    case "--version":
    case "-v": {
      const { kitVersion } = await import("./spec/kit-version.ts");
      await terminal.out(`${kitVersion}\n`);
      return 0;
    }
    case "help":
      if (rest.length > 0) return main([...rest, "--help"]);
      await terminal.out(usage);
      return 0;
    case "--help":
    case "-h":
      await terminal.out(usage);
      return 0;
    case undefined:
      terminal.err(usage);
      return 2;
    default: {
      const { BadInput, suggestName } = await import("./base/bad-input.ts");
      throw new BadInput(
        `Cannot run ${JSON.stringify(command)}: there is no such command. ${suggestName(command, [...Object.keys(commands), "--help", "--version"])}`,
      );
    }
  }
}

/** Ends the process once all that was written has arrived. */
async function endProcess(code: number): Promise<never> {
  for (const stream of [process.stdout, process.stderr])
    await new Promise((resolve) => stream.write("", resolve));
  process.exit(code);
}

/** One line on stderr and the documented exit code, whatever went wrong. */
async function explain(error: unknown): Promise<number> {
  const { hideAddress } = await import("./base/secrets.ts");
  const name = error instanceof Error ? error.name : "";
  const text = error instanceof Error ? error.message : String(error);
  // A control character would steer the reader's terminal.
  const message = hideAddress(text.replace(/\s*\n\s*/g, " ").replace(/[\p{Cc}\p{Bidi_Control}]/gu, "?"));
  if (name === "BadInput") {
    process.stderr.write(`store-orders: ${message}\n`);
    return 2;
  }
  process.stderr.write(`store-orders: A fault of the kit, please report it: ${name}: ${message}\n`);
  return 70;
}

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < minimumNode[0] || (major === minimumNode[0] && minor < minimumNode[1])) {
  process.stderr.write(
    `store-orders: Cannot run on Node ${process.versions.node}: it needs Node ${minimumNode.join(".")} or newer. Install one from nodejs.org.\n`,
  );
  process.exitCode = 2;
} else {
  // Node keeps the compiled modules in its own cache under the temporary directory: a later start takes a third less. Deno has no such call.
  nodeModule.enableCompileCache?.();
  // What fails outside of any promise, as in a listener, gets its one line too.
  process.on("uncaughtException", (error) => void explain(error).then((code) => process.exit(code)));
  process.exitCode = await main(process.argv.slice(2)).catch(explain);
}
