// A proxy that only passes bytes on: node:http in, node:http out.
import { Agent, createServer, request } from "node:http";

const [port, upstream] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });

createServer(({ url, method, headers }, response) => {
  request(upstream + url, { method, headers, agent }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  }).end();
}).listen(Number(port), "127.0.0.1");
