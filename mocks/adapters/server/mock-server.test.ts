import { readFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { BadInput } from "../../../base/bad-input.ts";
import { callPort, openSocket } from "../../testing/raw-socket.ts";
import { startMockServer } from "./mock-server.ts";
import type { AnsweredRequest } from "./serve-request.ts";

const authorization = "Bearer mock-key";

describe("a mock on a port", () => {
  test("listens on a free port of this machine, and frees it when it goes out of scope", async () => {
    let baseUrl: string;
    {
      await using server = await startMockServer();
      ({ baseUrl } = server);
      expect(baseUrl).toBe(`http://127.0.0.1:${server.port}/v1`);
      const { status, body } = await callPort(server.port, "GET /v1/store/orders");
      expect([status, JSON.parse(body).length]).toEqual([200, 25]);
    }
    await expect(openSocket(Number(new URL(baseUrl).port))).rejects.toThrow("ECONNREFUSED");
  });

  test("refuses a port that is in use, in one line", async () => {
    await using server = await startMockServer();
    const second = startMockServer({ port: server.port });
    await expect(second).rejects.toThrow(BadInput);
    await expect(second).rejects.toThrow(
      `127.0.0.1:${server.port}: the port is taken. Stop the other program, or use --port 0`,
    );
  });

  test("refuses an address of another machine", async () => {
    // 192.0.2.0/24 is for documentation (RFC 5737): no machine has it.
    await expect(startMockServer({ host: "192.0.2.1" })).rejects.toThrow(BadInput);
  });

  const hasIpv6 = Object.values(networkInterfaces()).some((entries) =>
    entries?.some(({ address }) => address === "::1"),
  );
  test.skipIf(!hasIpv6)("on ::1 has a base URL in brackets (skipped only without IPv6)", async () => {
    await using server = await startMockServer({ host: "::1" });
    expect(server.baseUrl).toBe(`http://[::1]:${server.port}/v1`);
    for (const path of ["v1/store/orders", "_mock/health"]) {
      const answer = await fetch(`http://[::1]:${server.port}/${path}`, { headers: { authorization } });
      expect(answer.status).toBe(200);
    }
  });

  test.each(["yaml", "json"])(
    "serves the document in %s, with its own address as the only server",
    async (format) => {
      await using server = await startMockServer({ control: false });
      const answer = await fetch(`http://localhost:${server.port}/openapi.${format}`);
      expect(answer.headers.get("content-type")).toBe(`application/${format}`);
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      const served = parse(await answer.text());
      const { servers, ...document } = parse(readFileSync("spec/openapi.yaml", "utf8"));
      expect(served).toEqual({
        ...document,
        servers: [{ url: `http://localhost:${server.port}/v1`, description: "This mock." }],
      });
      expect(servers).not.toEqual(served.servers);
      const posted = await fetch(`http://localhost:${server.port}/openapi.${format}`, { method: "POST" });
      expect(posted.status).toBe(404);
    },
  );

  test("names its port in the document for a client that sends an empty Host", async () => {
    await using server = await startMockServer();
    const text = await callPort(server.port, "GET /openapi.json", { host: "" }).then(({ body }) => body);
    expect(JSON.parse(text).servers[0].url).toBe(`http://127.0.0.1:${server.port}/v1`);
  });

  test("reports each answer once: method, target, status and why", async () => {
    const answers: AnsweredRequest[] = [];
    await using server = await startMockServer({ onAnswer: (answer) => answers.push(answer) });
    for (const path of ["store/orders?x=1", "nowhere"]) await callPort(server.port, `GET /v1/${path}`);
    await server.close();
    expect(answers).toMatchObject([
      { method: "GET", target: "/v1/store/orders?x=1", status: 200, why: "all orders (4.1, rule 1)" },
      { method: "GET", target: "/v1/nowhere", status: 404, why: expect.stringContaining("/v1/nowhere") },
    ]);
    expect(answers[0]!.ms).toBeGreaterThan(0);
  });
});

/** Tools that wait for a server need a 2xx at its address: wait-on, start-server-and-test, Playwright, curl. */
test.each([{}, { accept: "*/*" }, { accept: "text/html, application/json, */*" }])(
  "GET and HEAD with %j get 200 at the root, and the journal has no entry of it",
  async (headers) => {
    for (const control of [true, false]) {
      await using server = await startMockServer({ control });
      const ask = (line: string) => callPort(server.port, line, { authorization: undefined, ...headers });
      const { status, body } = await ask("GET /?a=1");
      expect(status).toBe(200);
      if (!headers.accept?.includes("html"))
        expect(body).toMatch(/^Store Orders mock: .*\/v1\/store\/orders.*\n$/);
      expect(await ask("HEAD /")).toMatchObject({ status: 200, body: "" });
      expect(server.mock.control.journal()).toEqual([]);
    }
  },
);

test("other methods at the root are 404", async () => {
  await using server = await startMockServer();
  expect((await callPort(server.port, "POST /")).status).toBe(404);
});
