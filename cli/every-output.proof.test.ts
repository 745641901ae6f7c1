import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { startRawServer } from "../conformance/testing/raw-server.ts";
import { createScratchFolder } from "../mocks/testing/scratch-folder.ts";
import { draw, expectClean, forms, pick, random, seed } from "./testing/secret-forms.ts";
import { startCli } from "./testing/start-cli.ts";

vi.setConfig({ testTimeout: 120_000 });

/** Exchanges with a secret anywhere, in any form that is promised, and all that the kit writes of them. */

interface Generated {
  readonly request: string;
  readonly answer: Buffer;
  /** What must be nowhere. */
  readonly secrets: readonly string[];
}

/** @param key the one that the user named */
function generate(key: string): Generated {
  const token = random(12 + Math.floor(draw() * 30));
  const [name, carried] = pick([
    ["Authorization", `Bearer ${token}`],
    ["Authorization", `Basic ${btoa(`me:${token}`)}`],
    ["Cookie", `a=1; sid=${token}`],
    ["X-Session-Token", token],
    ["X-Api-Key", token],
  ]);
  const secret = pick([token, token, key]);
  const form = forms[pick(Object.keys(forms))]!(secret);
  const place = pick([
    "reason",
    "type",
    "value",
    "name",
    "trailer",
    "body",
    "gzip",
    "bytes",
    "target",
    "member",
    "cookie",
  ]);
  const at = (here: string, usual = "x") => (place === here ? form : usual);
  const isName = /^[\w!#$%&'*+.^`|~-]+$/.test(form);
  const order = `[{"id":1,"note":"${at("body")} ${at("gzip")}","token":"${at("member", token)}"}]`;
  const bytes = Buffer.concat([Buffer.from([0xff, 0xfe, 0x00]), Buffer.from(form), Buffer.from([0xff])]);
  const plain = place === "bytes" ? bytes : Buffer.from(order);
  const body = place === "gzip" ? gzipSync(plain) : plain;
  const head = [
    `HTTP/1.1 200 ${at("reason", "OK").replaceAll("\\", "/")}`,
    `Content-Type: application/json; x="${at("type")}"`,
    `X-Echo: ${at("value")}`,
    ...(place === "name" && isName ? [`${form}: 1`] : []),
    ...(place === "cookie" ? [`Set-Cookie: other=${random(20)}; Path=/${form}`] : []),
    ...(place === "gzip" ? ["Content-Encoding: gzip"] : []),
    "Transfer-Encoding: chunked",
    "Connection: close",
  ].join("\r\n");
  const trailer = `X-End: ${at("trailer")}\r\n`;
  const answer = Buffer.concat([
    Buffer.from(`${head}\r\n\r\n${body.length.toString(16)}\r\n`),
    body,
    Buffer.from(`\r\n0\r\n${trailer}\r\n`),
  ]);
  const target = `/v1/store/orders?x=${place === "target" ? encodeURIComponent(form) : 1}&token=${token}`;
  return {
    request: `GET ${target} HTTP/1.1\r\nHost: x\r\n${name}: ${carried}\r\nConnection: close\r\n\r\n`,
    answer,
    secrets: [token, key],
  };
}

async function send(port: number, request: string): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  socket.write(request);
  socket.on("error", () => undefined).resume();
  await new Promise((resolve) => socket.once("close", resolve));
}

const readAll = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));

test(`what the proxy writes (seed ${seed})`, async () => {
  const key = random(24);
  const exchanges = Array.from({ length: 150 }, () => generate(key));
  let answered = 0;
  const origin = await startRawServer((socket) => void socket.end(exchanges[answered++]!.answer));
  const folder = createScratchFolder();
  const reports = ["json", "junit", "html", "markdown", "github", "terminal"].map(
    (name) => `--reporter=${name}=${join(folder, name)}`,
  );
  await using proxy = startCli(
    ["proxy", `${origin}/v1`, "--port=0", `--record=${join(folder, "traffic.har")}`, ...reports],
    { env: { STORE_ORDERS_API_KEY: key } },
  );
  const [, port] = await proxy.warned(/Passing http:\S+:(\d+)\/v1 through/);
  for (const { request } of exchanges) await send(Number(port), request);
  proxy.kill("SIGTERM");
  const { stdout, stderr } = await proxy.ended;
  expect(answered).toBe(exchanges.length);
  const har = JSON.parse(readFileSync(join(folder, "traffic.har"), "utf8"));
  expect(har.log.entries).toHaveLength(exchanges.length);
  expectClean(
    { stdout, stderr, ...readAll(folder) },
    exchanges.flatMap(({ secrets }) => secrets),
  );
  process.stdout.write(
    `${exchanges.length} exchanges, ${readdirSync(folder).length + 2} outputs: none shown\n`,
  );
});

test(`what verify and fixtures write of another's recording (seed ${seed})`, async () => {
  const key = random(24);
  const folder = createScratchFolder();
  const secrets: string[] = [key];
  const entries = Array.from({ length: 60 }, () => {
    const token = random(20);
    secrets.push(token);
    const form = () => forms[pick(Object.keys(forms))]!(pick([token, key])).replaceAll("\\", "\\\\");
    return `{"startedDateTime":"2026-01-01T00:00:00.000Z","time":1,"request":{"method":"GET","url":"https://a.test/v1/store/orders?x=${form()}","headers":[{"name":"authorization","value":"Bearer ${token}"}]},
      "response":{"status":${pick([200, 200, 401, 500])},"statusText":"","headers":[{"name":"x-a","value":"${form()}"},{"name":"content-type","value":"application/json"}],
      "content":{"size":1,"text":${JSON.stringify(`[{"id":${Math.floor(draw() * 1e6)},"note":"${form()}","secret":"${token}"}]`)}}}}`;
  });
  const file = join(folder, "input.har");
  writeFileSync(file, `{"log":{"version":"1.2","entries":[${entries.join(",")}]}}`);
  const out = createScratchFolder();
  const reports = ["json", "junit", "html", "markdown", "terminal"].map(
    (name) => `--reporter=${name}=${join(out, name)}`,
  );
  const env = { STORE_ORDERS_API_KEY: key };
  const run = async (...args: string[]) => (await startCli(args, { env })).ended;
  const verified = await run("verify", `--har=${file}`, ...reports, "--reporter=terminal", "--verbose");
  const fixtures = await run("fixtures", `--from=${file}`, "--keep-extra");
  expect(fixtures.stdout.length).toBeGreaterThan(1000);
  const outputs = {
    verified: verified.stdout + verified.stderr,
    fixtures: fixtures.stdout + fixtures.stderr,
  };
  expectClean({ ...outputs, ...readAll(out) }, secrets);
});

test.each(["pretty", "json"])(`what the mock writes, its log %s (seed ${seed})`, async (log) => {
  const [key, control] = [random(24), random(24)];
  await using mock = startCli(["mock", "--port=0", `--log=${log}`], {
    env: { STORE_ORDERS_MOCK_API_KEY: key, STORE_ORDERS_CONTROL_TOKEN: control },
  });
  const [, port] = await mock.printed(/127\.0\.0\.1:(\d+)/);
  const secrets = [key, control];
  for (let count = 0; count < 150; count++) {
    const token = random(20);
    secrets.push(token);
    const form = encodeURI(forms[pick(Object.keys(forms))]!(pick([token, key, control])));
    const sent = pick([
      `Authorization: Bearer ${pick([token, key])}`,
      `Cookie: a=${token}`,
      `X-Api-Key: ${token}`,
    ]);
    const carried = sent.includes(token) ? sent : `${sent}\r\nCookie: a=${token}`;
    const path = pick([
      "/v1/store/orders",
      "/v1/nowhere",
      `/v1/store/orders/${"7".repeat(70)}`,
      "/elsewhere",
    ]);
    const line = pick([`${path}/${form}`, `${path}?x=${form}`, `${path}?token=${token}`]);
    await send(
      Number(port),
      `${pick(["GET", "DELETE"])} ${line} HTTP/1.1\r\nHost: x\r\n${carried}\r\nUser-Agent: ${form}\r\nConnection: close\r\n\r\n`,
    );
  }
  const journals = await Promise.all(
    ["json", "har", "curl", "vitest"].map(async (format) => {
      const url = `http://127.0.0.1:${port}/_mock/journal?format=${format}`;
      return (await fetch(url, { headers: { "x-mock-control-token": control } })).text();
    }),
  );
  expect(journals[0]!.length).toBeGreaterThan(10_000);
  mock.kill("SIGTERM");
  const { stdout, stderr } = await mock.ended;
  const banner = stdout.split("Ctrl-C stops it.");
  expectClean({ log: banner.at(-1)!, stderr, ...Object.fromEntries(Object.entries(journals)) }, secrets);
});

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
      [address],
    ]) {
      const { code, stdout, stderr } = await startCli(args, { env: { STORE_ORDERS_API_KEY: "a-key" } }).ended;
      expect(stdout + stderr, args.join(" ")).not.toMatch(/pa55|w0rd|:\/\/me/);
      expect(code, args.join(" ")).toBe(args.includes("--print-config") ? 0 : 2);
    }
  }
});
