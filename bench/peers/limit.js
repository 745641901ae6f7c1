// The limit: what a bare node:http server gives when it only writes bytes that lie ready.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const [port, file] = process.argv.slice(2);
const read = ({ status, headers, bodyFile }) => ({
  status,
  headers,
  body: bodyFile ? readFileSync(bodyFile) : undefined,
});
const answers = JSON.parse(readFileSync(file, "utf8"));
const list = read(answers.list);
const cancel = read(answers.cancel);
const unauthorized = read(answers.unauthorized);

createServer((request, response) => {
  const { status, headers, body } =
    request.headers.authorization === undefined ? unauthorized : request.method === "DELETE" ? cancel : list;
  response.writeHead(status, headers);
  response.end(body);
}).listen(Number(port), "127.0.0.1");
