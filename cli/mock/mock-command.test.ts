import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { startCli, startMockHere } from "../testing/start-cli.ts";

vi.setConfig({ testTimeout: 40_000 });

/** What `store-orders mock` says when it starts, and that it is true. */

const authorization = "Bearer mock-key";

const cancel = async (url: string) =>
  (await fetch(url, { method: "DELETE", headers: { authorization } })).status;
const list = async (baseUrl: string) => {
  const answer = await fetch(`${baseUrl}/store/orders`, { headers: { authorization } });
  return { status: answer.status, text: await answer.text() };
};

/** Starts a mock on a free port, and reads its whole banner. */
async function startMock(args: readonly string[], env: Record<string, string> = {}) {
  const mock = startMockHere(["--port=0", ...args], env);
  onTestFinished(() => mock[Symbol.asyncDispose]());
  const [banner] = await mock.printed(/.*Ctrl-C stops it\..*\n\n$/s);
  const baseUrl = /Base URL +(\S+)/.exec(banner)![1]!;
  return { banner, baseUrl };
}

async function createFile(name: string, text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "mock-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

/** Method, key and address of each curl command in a banner. */
function curlsIn(banner: string) {
  const found = banner.matchAll(/^ +curl (?:-i )?(?:-X (\w+) )?-H (['"])Authorization: ([^'"]+)\2 (\S+)$/gm);
  return [...found].map(([, method = "GET", , key, url]) => ({ method, key: key!, url: url! }));
}

test("the banner says where the mock is, what opens it and where its orders come from", async () => {
  const { banner, baseUrl } = await startMock(["--seed", "7", "--orders", "40"]);
  expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
  expect(banner).toMatch(/API key +mock-key\n/);
  expect(banner).toMatch(/Orders +40, seed 7\n/);
  expect(banner).toMatch(/Profile +default\n/);
  expect(banner).toContain(`Control   ${baseUrl.replace("/v1", "/_mock")}\n`);
  expect(JSON.parse((await list(baseUrl)).text)).toHaveLength(40);
});

test("the commands of the banner do what it says: list all, cancel a pending order, try a shipped one", async () => {
  const { banner } = await startMock([]);
  const [listing, pending, shipped, ...more] = curlsIn(banner);
  expect(more).toEqual([]);
  const send = async ({ method, key, url }: NonNullable<typeof listing>) => {
    const answer = await fetch(url, { method, headers: { authorization: key } });
    return { status: answer.status, text: await answer.text() };
  };
  const idOf = ({ url }: NonNullable<typeof listing>) => Number(url.split("/").at(-1));

  const listed = await send(listing!);
  expect(listed.status).toBe(200);
  const ids = JSON.parse(listed.text).map(({ id }: { id: number }) => id);
  expect(ids).toContain(idOf(pending!));
  expect(ids).toContain(idOf(shipped!));
  expect(banner).toContain(`Cancel order ${idOf(pending!)}, which is pending: 204\n`);
  expect(banner).toContain(`Try order ${idOf(shipped!)}, which has shipped: 409\n`);
  expect([pending!.method, shipped!.method]).toEqual(["DELETE", "DELETE"]);
  expect(await send(pending!)).toEqual({ status: 204, text: "" });
  expect((await send(shipped!)).status).toBe(409);
  expect(JSON.parse((await send(listing!)).text)).toHaveLength(ids.length - 1);
});

test.each([
  ["no orders", ["--orders=0"], ["GET"]],
  ["no pending one", ["--fixtures=all-shipped"], ["GET", "DELETE"]],
])("the banner proposes no cancel there is no order for: %s", async (_name, args, methods) => {
  const { banner } = await startMock(args);
  expect(curlsIn(banner).map(({ method }) => method)).toEqual(methods);
  expect(banner).not.toContain("which is pending");
});

test("a pipe gets no escape codes; a terminal does, unless NO_COLOR is set", async () => {
  // As much of a terminal as colour is decided by.
  const prelude = `
    import { WriteStream } from "node:tty";
    process.stdout.isTTY = true;
    process.stdout.getColorDepth = WriteStream.prototype.getColorDepth;`;
  const escapeCode = String.fromCharCode(27);
  const bannerOf = async (env: Record<string, string>, options: { prelude?: string }) => {
    await using mock = startCli(["mock", "--port=0"], {
      env: { TERM: "xterm-256color", ...env },
      ...options,
    });
    return (await mock.printed(/.*Ctrl-C stops it\..*\n/s))[0];
  };
  const [pipe, terminal, colourless] = await Promise.all([
    bannerOf({}, {}),
    bannerOf({}, { prelude }),
    bannerOf({ NO_COLOR: "1" }, { prelude }),
  ]);
  expect(terminal).toContain(escapeCode);
  expect(pipe).not.toContain(escapeCode);
  expect(colourless).not.toContain(escapeCode);
});

test("--no-control closes the control plane, and the banner leaves it out", async () => {
  const open = await startMock([]);
  const closed = await startMock(["--no-control"]);
  const health = (baseUrl: string) => fetch(new URL("/_mock/health", baseUrl)).then(({ status }) => status);
  expect(await health(open.baseUrl)).toBe(200);
  expect(await health(closed.baseUrl)).toBe(404);
  expect(closed.banner).not.toContain("_mock");
});

test("a fixtures file is served, ids beyond 2^53 to the last digit", async () => {
  const ids = ["9007199254740993", "9223372036854775807", "-9223372036854775808"];
  const orders = ids.map((id, index) => `{"id":${id},"quantity":${index},"status":"pending","note":"kept"}`);
  const file = await createFile("orders.json", `[${orders.join(",\n")}]`);
  const { banner, baseUrl } = await startMock(["--fixtures", file]);
  expect(banner).toContain(`Orders    3, from ${file}\n`);
  expect(banner).toContain("Cancel order 9007199254740993, which is pending");
  const { text } = await list(baseUrl);
  for (const id of ids) expect(text).toContain(`"id":${id},`);
  expect(await cancel(`${baseUrl}/store/orders/9007199254740992`)).toBe(404);
  for (const id of ids) expect(await cancel(`${baseUrl}/store/orders/${id}`)).toBe(204);
  expect((await list(baseUrl)).text).toBe("[]");
});

test("a named profile is played", async () => {
  const { banner, baseUrl } = await startMock(["--profile", "talkative", "--fixtures", "magic"]);
  expect(banner).toMatch(/Profile +talkative\n/);
  expect((await list(baseUrl)).text).toContain('"status":"pending"');
  expect(await cancel(`${baseUrl}/store/orders/204`)).toBe(204);
  expect(await cancel(`${baseUrl}/store/orders/204`)).toBe(409);
  expect(await cancel(`${baseUrl}/store/orders/abc`)).toBe(422);
});

test("a profile file is played, the byte order mark of some editors or not", async () => {
  const file = await createFile("staging.json", '\ufeff{ "malformedId": "405", "observed": "2026-01-15" }');
  const { banner, baseUrl } = await startMock(["--profile", file]);
  expect(banner).toContain(`Profile   ${file}\n`);
  expect(await cancel(`${baseUrl}/store/orders/abc`)).toBe(405);
});

test("options may come from the environment, a list of keys too", async () => {
  const env = {
    STORE_ORDERS_MOCK_API_KEY: "one, two",
    STORE_ORDERS_ORDERS: "3",
    STORE_ORDERS_NO_CONTROL: "1",
  };
  const { banner, baseUrl } = await startMock([], env);
  expect(banner).toMatch(/Orders +3, seed 1\n/);
  expect(banner).toMatch(/API key +the one of STORE_ORDERS_MOCK_API_KEY\n/);
  expect(banner).not.toContain("_mock");
  const statuses = ["one", "two", "mock-key"].map(async (key) => {
    const answer = await fetch(`${baseUrl}/store/orders`, { headers: { authorization: `Bearer ${key}` } });
    return answer.status;
  });
  expect(await Promise.all(statuses)).toEqual([200, 200, 401]);
});

test("the key of the server that verify judges is not the mock's", async () => {
  const { banner, baseUrl } = await startMock([], { STORE_ORDERS_API_KEY: "of-staging" });
  expect(banner).toMatch(/API key +mock-key\n/);
  const answer = await fetch(`${baseUrl}/store/orders`, { headers: { authorization: "Bearer mock-key" } });
  expect(answer.status).toBe(200);
});

test("--broken is told on the control plane, where the page reads it", async () => {
  const { banner, baseUrl } = await startMock(["--broken", "list-lets-in-no-header"]);
  const { broken } = await (await fetch(new URL("/_mock/health", baseUrl))).json();
  expect(broken.id).toBe("list-lets-in-no-header");
  expect(banner.replaceAll(/\s+/g, " ")).toContain(broken.story);
});
