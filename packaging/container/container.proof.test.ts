import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { validate } from "dockerfile-utils";
import { afterAll, beforeAll, expect, test } from "vitest";
import { carryOutDockerfile, type Image } from "../testing/carry-out-dockerfile.ts";

/** The image as far as it can be had without a container engine: linted, its steps carried out, its command run. */

const root = fileURLToPath(new URL("../../", import.meta.url));
const dockerfile = readFileSync(join(root, "Dockerfile"), "utf8");

let folder: string;
let image: Image;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "store-orders-image-"));
  image = await carryOutDockerfile(dockerfile, folder, copyRepository);
}, 240_000);
// Removing a whole node_modules takes a while on a busy machine.
afterAll(() => rmSync(folder, { recursive: true, force: true }), 60_000);

/** What git has, and so nothing that .dockerignore leaves out. */
function copyRepository(into: string): void {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  for (const file of listed.split("\0").filter((name) => name && !/\.test\.ts$|^docs\//.test(name))) {
    mkdirSync(dirname(join(into, file)), { recursive: true });
    cpSync(join(root, file), join(into, file));
  }
}

test("the linter has nothing to say", () => {
  expect(validate(dockerfile).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([]);
});

test("it does not run as root", () => {
  expect(dockerfile).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
});

test("its command serves the API, is healthy, and ends at once when it is told to", async () => {
  const [program, ...rest] = [...image.entrypoint, ...image.command];
  expect(program).toBe("node");
  const child = spawn(process.execPath, [...rest, "--port", "0", "--log", "json"], {
    cwd: image.workdir,
    env: { ...image.env, PATH: process.env.PATH },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [line] = await once(child.stdout.setEncoding("utf8"), "data");
    const port = /:(\d+)\/v1/.exec(line)![1]!;
    const orders = await fetch(`http://127.0.0.1:${port}/v1/store/orders`, {
      headers: { authorization: "Bearer mock-key" },
    });
    expect(await orders.json()).toHaveLength(25);

    const [, ...check] = image.healthcheck;
    const healthy = (number: string) => {
      const probe = spawn(process.execPath, check, { env: { STORE_ORDERS_PORT: number }, stdio: "inherit" });
      return once(probe, "exit").then(([code]) => code);
    };
    expect(await healthy(port)).toBe(0);
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
    expect(await healthy(port)).toBe(1);
  } finally {
    child.kill("SIGKILL");
  }
});

test("it holds the kit, its one dependency and the Redis client, and no sources", () => {
  const manifest = JSON.parse(readFileSync(join(image.workdir, "package.json"), "utf8"));
  expect(Object.keys(manifest.dependencies)).toEqual(["redis", "store-orders-kit"]);
});
