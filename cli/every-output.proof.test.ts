import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import {
  type Alphabet,
  alphabets,
  draw,
  forms,
  leaksIn,
  pick,
  places,
  random,
  seed,
} from "../base/testing/secret-cases.ts";
import { allRequirements } from "../conformance/requirements/all-requirements.ts";
import { startRawServer } from "../conformance/testing/raw-server.ts";
import { exchangeBytes } from "../mocks/testing/raw-socket.ts";
import { createScratchFolder } from "../mocks/testing/scratch-folder.ts";
import { expectHarmless, hostileTexts, inHead } from "./testing/hostile-texts.ts";
import { runHere } from "./testing/run-here.ts";
import { fileIn, readAll, reporterNames, reportsTo } from "./testing/scratch-files.ts";
import { startMock, startProxy } from "./testing/start-mock.ts";

vi.setConfig({ testTimeout: 120_000 });

/** Exchanges with a secret anywhere, in any form that is promised, and with hostile texts; and all that the kit writes of them. */

const utf8 = (text: string) => Buffer.from(text).toString("latin1");
const inHeader = (text: string) => utf8(text.replaceAll(/=?[\r\n]+/g, ""));
const someLength = () => 12 + Math.floor(draw() * 30);

/** The credential of a request: in a header, or in its body by a name. */
function carry(token: string): { readonly header: string; readonly body: string } {
  const basic = (bytes: string) => `Authorization: Basic ${btoa(`me:${bytes}`)}`;
  const isLatin1 = !/[^\0-\xff]/.test(token);
  const header = pick([
    `Authorization: Bearer ${utf8(token)}`,
    basic(utf8(token)),
    ...(isLatin1 ? [basic(token)] : []),
    `X-Session-Token: ${utf8(token)}`,
    ...(token.includes(";") ? [] : [`Cookie: a=1; sid=${utf8(token)}`]),
    "",
  ]);
  return { header, body: header === "" ? utf8(pick(Object.values(places))(token)) : "" };
}

/** The body in chunks of any length, so that some end within a secret. */
function inChunks(body: Buffer): string {
  let chunks = "";
  for (let at = 0; at < body.length; ) {
    const chunk = body.subarray(at, at + 1 + Math.floor(draw() * 40)).toString("latin1");
    chunks += `${chunk.length.toString(16)}\r\n${chunk}\r\n`;
    at += chunk.length;
  }
  return chunks;
}

const randomToken = () => random(someLength(), pick(Object.keys(alphabets) as Alphabet[]));

/**
 * @param key the one that the user named
 * @returns a request with one character for each byte, its answer, and texts that no output may have
 */
function generate(key: string, token = randomToken()) {
  const { header, body: sent } = carry(token);
  const form = forms[pick(Object.keys(forms))]!(pick([token, token, key]));
  const inHeads = ["reason", "type", "value", "name", "trailer", "target", "cookie", "location"];
  const place = pick([...inHeads, "text", "form", "latin1", "gzip", "bytes", "member"]);
  const hostile = pick(hostileTexts);
  const at = (here: string, usual = "x") => (place === here ? form : usual);
  const isName = /^[\w!#$%&'*+.^`|~-]+$/.test(form);
  const member = (text: string) => JSON.stringify(text).slice(1, -1);
  const note = `"note":"${at("text")} ${at("gzip")}",${JSON.stringify(hostile)}:${JSON.stringify(hostile)}`;
  const order = `[{"id":1,${note},"token":"${place === "member" ? form : member(token)}"}]`;
  const bytes = Buffer.concat([Buffer.from([0xff, 0xfe, 0x00]), Buffer.from(form), Buffer.from([0xff])]);
  const coding = place === "latin1" && !/[^\0-\xff]/.test(order) ? "latin1" : "utf8";
  const json = Buffer.from(place === "form" ? pick(Object.values(places))(token) : order, coding);
  const plain = place === "bytes" ? bytes : json;
  const head = [
    `HTTP/1.1 ${pick([200, 200, 401, 404, 409, 500])} ${/[\\\r\n]/.test(form) ? "OK" : inHeader(at("reason", "OK"))}`,
    `X-Hostile: ${utf8(inHead(hostile))}`,
    `WWW-Authenticate: Bearer realm=${utf8(inHead(hostile))}`,
    `Content-Type: application/json; x="${inHeader(at("type"))}"`,
    `X-Echo: ${inHeader(at("value"))}`,
    ...(place === "name" && isName ? [`${form}: 1`] : []),
    ...(place === "cookie" ? [`Set-Cookie: other=${random(20)}; Path=/${inHeader(form)}`] : []),
    ...(place === "location" ? [`Location: https://app/cb#access_token=${encodeURI(token)}`] : []),
    ...(place === "gzip" ? ["Content-Encoding: gzip"] : []),
    "Transfer-Encoding: chunked",
    "Connection: close",
  ].join("\r\n");
  const chunks = inChunks(place === "gzip" ? gzipSync(plain) : plain);
  const target = `/v1/store/orders?x=-${encodeURIComponent(at("target"))}&token=${encodeURIComponent(token)}`;
  return {
    request: [
      `${sent === "" ? "GET" : "POST"} ${target} HTTP/1.1`,
      ...["Host: x", ...(header === "" ? [] : [header]), "Connection: close"],
      ...(sent === "" ? [] : [`Content-Length: ${sent.length}`]),
      `\r\n${sent}`,
    ].join("\r\n"),
    answer: Buffer.from(`${head}\r\n\r\n${chunks}0\r\nX-End: ${inHeader(at("trailer"))}\r\n\r\n`, "latin1"),
    secrets: [token, key],
  };
}

const send = (address: string, request: string) =>
  exchangeBytes(Number(new URL(address).port), Buffer.from(request, "latin1"));

test(`output of the proxy (seed ${seed})`, async () => {
  const key = random(24);
  const exchanges = Array.from({ length: 150 }, () => generate(key));
  let answered = 0;
  const seen = new WeakSet<object>();
  const origin = await startRawServer((socket) => {
    // A body may have an empty line, as the end of a head.
    if (!seen.has(socket)) socket.end(exchanges[answered++]!.answer);
    seen.add(socket);
  });
  const folder = createScratchFolder();
  const args = [`--record=${join(folder, "traffic.har")}`, ...reportsTo(folder)];
  const { proxy, address } = await startProxy(`${origin}/v1`, args, { STORE_ORDERS_API_KEY: key });
  for (const { request } of exchanges) await send(address, request);
  const { stdout, stderr } = await proxy.stop();
  expect(answered).toBe(exchanges.length);
  const har = JSON.parse(readFileSync(join(folder, "traffic.har"), "utf8"));
  expect(har.log.entries).toHaveLength(exchanges.length);
  const secrets = exchanges.flatMap((each) => each.secrets);
  const { "traffic.har": recorded, ...reports } = readAll(folder);
  expect(leaksIn({ stdout, stderr, recorded: recorded!, ...reports }, secrets)).toEqual([]);
  expectHarmless({ stdout, stderr, ...reports });
});

test(`output of verify (seed ${seed})`, async () => {
  // The parts of the key that servers cut off, or decode in their own way, have signs in them.
  const key = random(24, "signs that some encoders leave");
  const [session, password] = [random(24), "gehe1m'wörd\\für<Böb"];
  let count = 0;
  let withSession = 0;
  // Past the first call, which must let the run start.
  const origin = await startRawServer((socket, head) => {
    if (head.includes(`: ${session}\r\n`)) withSession++;
    if (count++ > 0) socket.end(generate(key, pick([session, password, key])).answer);
    else socket.end("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n[]");
  });
  const folder = createScratchFolder();
  const known = allRequirements.map(({ id }, index) => {
    const reason = `a${hostileTexts[index % hostileTexts.length]}`;
    return { id, reason, expires: "2999-01-01" };
  });
  const { code, stdout, stderr } = await runHere(
    [
      "verify",
      `--baseline=${fileIn("known.json", JSON.stringify(known))}`,
      ...[`${origin}/v1`, "--pending-order=1,2,3", "--shipped-order=4", "--settle=0", "--expose-key"],
      `--header=X-Session: ${session}`,
      `--header=Proxy-Authorization: Basic ${Buffer.from(`bob:${password}`).toString("base64")}`,
      "--header=X-Env: dev",
      ...[`--profile-out=${join(folder, "profile")}`, `--write-baseline=${join(folder, "baseline")}`],
      ...[...reportsTo(folder), "--reporter=terminal", "--reporter=json", "--verbose"],
    ],
    { STORE_ORDERS_API_KEY: key, GITHUB_STEP_SUMMARY: join(folder, "summary") },
  );
  expect([code < 2, withSession]).toEqual([true, count]);
  expect(count).toBeGreaterThan(100);
  const artifacts: Record<string, string> = { stdout, stderr, ...readAll(folder) };
  for (const report of reporterNames)
    expect(artifacts).toHaveProperty(report, expect.stringContaining("(hidden)"));
  for (const file of ["profile", "baseline", "summary"]) expect(artifacts).toHaveProperty(file);
  expect(leaksIn(artifacts, [key, session, password])).toEqual([]);
  expectHarmless(artifacts);
  expect(artifacts.github).toMatch(/^::(?:error|warning|notice) title=/m);
  expect(stdout).toContain(artifacts.json);
  expect(stderr).toContain("header x-env is too short to be hidden: reports may show it.");
});

test(`output of verify and fixtures about a recording (seed ${seed})`, async () => {
  const key = random(24);
  const secrets: string[] = [key];
  const entries = Array.from({ length: 60 }, () => {
    const token = random(20);
    secrets.push(token);
    const form = () => forms[pick(Object.keys(forms))]!(pick([token, key])).replaceAll("\\", "\\\\");
    return `{"startedDateTime":"2026-01-01T00:00:00.000Z","time":1,"request":{"method":"GET","url":"https://a.test/v1/store/orders?x=${form()}","headers":[{"name":"authorization","value":"Bearer ${token}"}]},
      "response":{"status":${pick([200, 200, 401, 500])},"statusText":"","headers":[{"name":"x-a","value":"${form()}"},{"name":"content-type","value":"application/json"}],
      "content":{"size":1,"text":${JSON.stringify(`[{"id":${Math.floor(draw() * 1e6)},"note":"${form()}","secret":"${token}"}]`)}}}}`;
  });
  const file = fileIn("input.har", `{"log":{"version":"1.2","entries":[${entries.join(",")}]}}`);
  const out = createScratchFolder();
  const env = { STORE_ORDERS_API_KEY: key };
  const verify = ["verify", `--har=${file}`, ...reportsTo(out), "--reporter=terminal", "--verbose"] as const;
  const verified = await runHere(verify, env);
  const fixtures = await runHere(["fixtures", `--from=${file}`, "--keep-extra"], env);
  expect(fixtures.stdout.length).toBeGreaterThan(400);
  const outputs = {
    verified: verified.stdout + verified.stderr,
    fixtures: fixtures.stdout + fixtures.stderr,
  };
  expect(leaksIn({ ...outputs, ...readAll(out) }, secrets)).toEqual([]);
});

test.each(["pretty", "json"])(`output of the mock, its log %s (seed ${seed})`, async (log) => {
  const [key, control] = [random(24), random(24)];
  const env = { STORE_ORDERS_MOCK_API_KEY: key, STORE_ORDERS_CONTROL_TOKEN: control };
  const { mock, baseUrl } = await startMock([`--log=${log}`], env);
  const secrets = [key, control];
  for (let count = 0; count < 150; count++) {
    const token = random(20);
    secrets.push(token);
    const form = encodeURI(forms[pick(Object.keys(forms))]!(pick([token, key, control])));
    const bearer = `Authorization: Bearer ${pick([token, key])}`;
    const sent = pick([bearer, `Cookie: a=${token}`, `X-Api-Key: ${token}`]);
    const carried = sent.includes(token) ? sent : `${sent}\r\nCookie: a=${token}`;
    const path = pick([
      "/v1/store/orders",
      "/v1/nowhere",
      `/v1/store/orders/${"7".repeat(70)}`,
      "/elsewhere",
    ]);
    const target = pick([`${path}/${form}`, `${path}?x=-${form}`, `${path}?token=${token}`]);
    const line = `${pick(["GET", "DELETE"])} ${target} HTTP/1.1`;
    const head = [line, "Host: x", carried, `User-Agent: ${form}`, "Connection: close"];
    await send(baseUrl, `${head.join("\r\n")}\r\n\r\n`);
  }
  const journals = await Promise.all(
    ["json", "har", "curl", "http", "vitest", "playwright"].map(async (format) => {
      const url = new URL(`/_mock/journal${format === "json" ? "" : `?as=${format}`}`, baseUrl);
      return (await fetch(url, { headers: { "x-mock-control-token": control } })).text();
    }),
  );
  expect(journals[0]!.length).toBeGreaterThan(10_000);
  const { stdout, stderr } = await mock.stop();
  const banner = stdout.split("Ctrl-C stops it.");
  expect(leaksIn({ log: banner.at(-1)!, stderr, journals: journals.join("\n") }, secrets)).toEqual([]);
});
