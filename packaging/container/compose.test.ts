import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { variableOf } from "../../cli/command-line.ts";
import { mockCommand } from "../../cli/mock/mock-options.ts";
import { isRedisAddress, readRedisAddress } from "../../mocks/state/redis/redis-address.ts";

/** The compose files as far as they can be read without an engine: what they name is there, and fits together. */

const folder = new URL("./", import.meta.url);
const read = (name: string) => readFileSync(fileURLToPath(new URL(name, folder)), "utf8");
const dockerfile = read("../../Dockerfile");
const [, exposed] = /^EXPOSE (\d+)$/m.exec(dockerfile)!;

interface Service {
  readonly image?: string;
  readonly build?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly read_only?: boolean;
  readonly command?: readonly string[];
  readonly volumes?: readonly string[];
  readonly stop_grace_period?: string;
  readonly depends_on?: readonly string[] | Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: unknown;
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes?: Readonly<Record<string, unknown>>;
}
const files = ["compose.yaml", "compose.three.yaml"].map(
  (name) => [name, parse(read(name), { merge: true }) as Compose] as const,
);
const three = files[1]![1];
const mocksOf = ({ services }: Compose) => Object.entries(services).filter(([, { build }]) => build);

test.each(files)(
  "%s: its mocks have options that there are, a root that is read only, and the image's port",
  (_name, compose) => {
    const known = Object.keys(mockCommand.options).map((name) => variableOf(mockCommand, name));
    for (const [, mock] of mocksOf(compose)) {
      expect(known).toEqual(expect.arrayContaining(Object.keys(mock.environment ?? {})));
      expect(mock).toMatchObject({ build: "../..", read_only: true });
    }
    const published = Object.values(compose.services).flatMap(({ ports = [] }) => ports);
    // On this machine alone: whoever opens it to others is to know.
    expect(published).toEqual([`127.0.0.1:${exposed}:${exposed}`]);
  },
);

test.each(files)(
  "%s: what a service waits for, and each volume, is there",
  (_name, { services, volumes = {} }) => {
    for (const { depends_on: waits = [], volumes: mounted = [] } of Object.values(services)) {
      for (const name of Array.isArray(waits) ? waits : Object.keys(waits))
        expect(services).toHaveProperty(name);
      if (!Array.isArray(waits))
        for (const [name, { condition }] of Object.entries(waits))
          if (condition === "service_healthy") expect(services[name]?.healthcheck).toBeDefined();
      for (const [from = ""] of mounted.map((mount) => mount.split(":"))) {
        if (from.startsWith("./")) expect(read(from).length).toBeGreaterThan(0);
        else expect(volumes).toHaveProperty(from);
      }
    }
  },
);

test("three mocks share one state, kept before it is answered, by the name of its service", () => {
  const states = mocksOf(three).map(([, { environment }]) => environment?.STORE_ORDERS_STATE ?? "");
  expect([states.length, new Set(states).size]).toEqual([3, 1]);
  expect(isRedisAddress(states[0]!)).toBe(true);
  expect(new URL(readRedisAddress(states[0]!, "--state").url).hostname).toBe("valkey");
  expect(three.services.valkey!.command!.join(" ")).toContain("--appendonly yes --appendfsync always");
  // Longer than they stay open, or the engine would end them first.
  for (const [, { environment, stop_grace_period: grace }] of mocksOf(three))
    expect(Number.parseInt(grace!, 10)).toBeGreaterThan(Number(environment!.STORE_ORDERS_DRAIN) + 2);
});

test("the proxy asks each mock whether it is ready, and sends no cancel twice", () => {
  const text = read("haproxy.cfg");
  const servers = [...text.matchAll(/^ {2}server (\S+) (\S+):(\d+)$/gm)].map(([, name, host, port]) => [
    name,
    host,
    port,
  ]);
  expect(servers).toEqual(mocksOf(three).map(([name]) => [name, name, exposed]));
  const sections = text.split("\n").filter((line) => /^[^\s#]/.test(line));
  expect(sections).toEqual(["global", "defaults", "frontend api", "resolvers engine", "backend mocks"]);
  expect(text).toContain("  default_backend mocks\n");
  expect(text).toContain("option httpchk GET /_mock/health?ready\n");
  expect(text).toMatch(/^ {2}retry-on conn-failure$/m);
  expect(text).toContain(`bind :${exposed}\n`);
});
