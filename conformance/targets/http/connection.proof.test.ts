import { createServer, request as httpRequest } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { type Certificate, createCertificate } from "../../../base/testing/certificate.ts";
import { fiveOrders, namingFive, startForeign, verify } from "../../testing/verify.ts";

// Whole runs, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

/** A proxy that knows both forms: tunnels by CONNECT, and requests that name a whole address. */
async function startProxy() {
  const passed: string[] = [];
  const proxy = createServer((request, response) => {
    passed.push(`${request.method} ${request.url}`);
    const { method, headers } = request;
    const onward = httpRequest(request.url!, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.rawHeaders);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  proxy.on("connect", (request, socket, head) => {
    passed.push(`CONNECT ${request.url}`);
    const [host, port] = request.url!.split(":");
    const onward = connect(Number(port), host, () => {
      socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    onward.on("error", () => socket.destroy());
    socket.on("error", () => onward.destroy());
  });
  await new Promise<void>((ready) => proxy.listen(0, "127.0.0.1", ready));
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, passed };
}

function certificateForTest(): Certificate {
  const certificate = createCertificate();
  onTestFinished(() => certificate[Symbol.dispose]());
  return certificate;
}

test("--proxy sends every request through the proxy", async () => {
  const server = await startForeign(fiveOrders);
  const proxy = await startProxy();
  const port = new URL(server.origin).port;
  const { code, report, stderr } = await verify([server.baseUrl, ...namingFive, `--proxy=${proxy.url}`]);
  expect([code, report?.verdict, stderr]).toEqual([0, "conformant", ""]);
  expect(proxy.passed.length).toBeGreaterThan(0);
  for (const line of proxy.passed) expect(line).toContain(`127.0.0.1:${port}`);
  const tunnels = proxy.passed.filter((line) => line.startsWith("CONNECT")).length;
  // Whether by tunnels or request by request: no connection came another way.
  if (tunnels > 0) expect(server.connections()).toBe(tunnels);
  else expect(proxy.passed).toHaveLength(report!.requests);
  expect(server.requests).toHaveLength(report!.requests);
});

test("a proxy that is not there ends the run with one line", async () => {
  const server = await startForeign(fiveOrders);
  const { code, stderr } = await verify([server.baseUrl, ...namingFive, "--proxy=http://127.0.0.1:1"]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^store-orders: Cannot reach [^\n]+\n$/);
  expect(server.connections()).toBe(0);
});

test("a certificate nobody vouches for ends the run with one line that says so", async () => {
  const { tls } = certificateForTest();
  const server = await startForeign({ ...fiveOrders, tls });
  const { code, stderr } = await verify([server.baseUrl, ...namingFive]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^store-orders: Cannot reach https:\S+: self-signed certificate\b[^\n]*\n$/);
  expect(server.requests).toEqual([]);
});

test.each([
  ["--ca trusts it, on the wire, too", (file: string) => `--ca=${file}`],
  ["--insecure takes it, on the wire, too", () => "--insecure"],
])("a server with a certificate of its own: %s", async (_name, option) => {
  const { certFile, tls } = certificateForTest();
  const server = await startForeign({ ...fiveOrders, tls });
  const { code, report, stderr } = await verify([server.baseUrl, ...namingFive, option(certFile)]);
  expect(stderr).toBe("");
  expect([code, report?.verdict]).toEqual([0, "conformant"]);
});

test("--ca also holds for where provider states come from", async () => {
  const { certFile, tls } = certificateForTest();
  const server = await startForeign({ tls });
  const states = `--provider-states-url=${server.origin}/provider-states`;
  const { code, report, stderr } = await verify([server.baseUrl, states, `--ca=${certFile}`]);
  expect(stderr).toBe("");
  expect([code, report?.verdict]).toEqual([0, "conformant"]);
});

test("--ca trusts no other certificate", async () => {
  const [{ tls }, { certFile }] = [certificateForTest(), certificateForTest()];
  const server = await startForeign({ ...fiveOrders, tls });
  const { code } = await verify([server.baseUrl, ...namingFive, `--ca=${certFile}`]);
  expect(code).toBe(2);
});

test("--proxy tunnels to a server of HTTPS", async () => {
  const { certFile, tls } = certificateForTest();
  const server = await startForeign({ ...fiveOrders, tls });
  const proxy = await startProxy();
  const args = [...namingFive, `--ca=${certFile}`, `--proxy=${proxy.url}`];
  const { code, report } = await verify([server.baseUrl, ...args]);
  expect([code, report?.verdict]).toEqual([0, "conformant"]);
  expect(new Set(proxy.passed)).toEqual(new Set([`CONNECT ${new URL(server.origin).host}`]));
});
