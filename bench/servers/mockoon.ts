import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Contender } from "./contender.ts";

/** Mockoon's command line with one route, as its desktop application would save it. */
export function mockoonContender(peersFolder: string): Contender {
  return {
    id: "mockoon",
    name: "Mockoon",
    setup:
      "`mockoon-cli start --data environment.json -X`; one route, the orders as its body without templating, a 401 by a rule on the Authorization header",
    packages: ["@mockoon/cli"],
    refuses: true,
    launch(orders, port, folder) {
      const file = join(folder, "environment.json");
      writeFileSync(file, JSON.stringify(environmentOf(readFileSync(orders.orders, "utf8"), port)));
      const bin = join(peersFolder, "node_modules", ".bin", "mockoon-cli");
      const options = ["--disable-log-to-file", "--disable-admin-api", "--hostname", "127.0.0.1"];
      return {
        command: process.execPath,
        args: [bin, "start", "--data", file, "--port", String(port), ...options],
        cwd: folder,
      };
    },
  };
}

/** A rule with `invert` holds where the header is anything else. */
const withoutKey = {
  target: "header",
  modifier: "Authorization",
  value: "Bearer mock-key",
  invert: true,
  operator: "equals",
};

function environmentOf(orders: string, port: number) {
  const uuid = randomUUID();
  const refusal = '{"code":"unauthorized","message":"The API key is missing or invalid.","status":401}';
  const responses = [responseOf(200, orders, []), responseOf(401, refusal, [withoutKey])];
  const route = {
    uuid,
    type: "http",
    documentation: "",
    method: "get",
    endpoint: "v1/store/orders",
    responses,
    responseMode: null,
    streamingMode: null,
    streamingInterval: 0,
  };
  return {
    uuid: randomUUID(),
    lastMigration: 33,
    name: "Store Orders",
    endpointPrefix: "",
    latency: 0,
    port,
    hostname: "127.0.0.1",
    folders: [],
    routes: [route],
    rootChildren: [{ type: "route", uuid }],
    proxyMode: false,
    proxyHost: "",
    proxyRemovePrefix: false,
    tlsOptions: {
      enabled: false,
      type: "CERT",
      pfxPath: "",
      certPath: "",
      keyPath: "",
      caPath: "",
      passphrase: "",
    },
    cors: true,
    headers: [{ key: "Content-Type", value: "application/json" }],
    proxyReqHeaders: [],
    proxyResHeaders: [],
    data: [],
    callbacks: [],
  };
}

function responseOf(statusCode: number, body: string, rules: readonly object[]) {
  return {
    uuid: randomUUID(),
    body,
    latency: 0,
    statusCode,
    label: "",
    headers: [],
    bodyType: "INLINE",
    filePath: "",
    databucketID: "",
    sendFileAsBody: false,
    rules,
    rulesOperator: "OR",
    disableTemplating: true,
    fallbackTo404: false,
    default: statusCode === 200,
    crudKey: "id",
    callbacks: [],
  };
}
