// The limit: a bare node:http server that only writes a prepared list.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const [port, file] = process.argv.slice(2);
const list = readFileSync(file);
const headers = { "content-type": "application/json", "content-length": list.length };

createServer((_request, response) => response.writeHead(200, headers).end(list)).listen(
  Number(port),
  "127.0.0.1",
);
