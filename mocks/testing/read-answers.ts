/** All that a server sent on one connection, taken apart: is it HTTP answers, and nothing else? */

export interface WireAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/**
 * The answers one after the other, interim ones left out.
 * @param mayLackBody whether a HEAD was sent, whose answer has a length and no body
 * @throws where the bytes are no answers, or the last one is not whole
 */
export function readAnswers(bytes: Buffer, mayLackBody = false): readonly WireAnswer[] {
  const answers: WireAnswer[] = [];
  let rest = bytes.toString("latin1");
  while (rest !== "") {
    const end = rest.indexOf("\r\n\r\n");
    const head = rest.slice(0, end);
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
    if (end < 0 || Number.isNaN(status)) throw new Error(`No answer: ${JSON.stringify(rest.slice(0, 200))}`);
    rest = rest.slice(end + 4);
    if (status < 200) continue;
    const { body, length } = readBody(head, rest, mayLackBody);
    rest = rest.slice(length);
    answers.push({ status, head, body });
  }
  return answers;
}

function readBody(head: string, rest: string, mayLackBody: boolean): { body: string; length: number } {
  const isBodiless = mayLackBody && (rest === "" || rest.startsWith("HTTP/1.1 "));
  if (isBodiless || /^HTTP\/1\.1 204/.test(head)) return { body: "", length: 0 };
  if (/^transfer-encoding: chunked$/im.test(head)) return readChunks(rest);
  // HTTP/1.0 knows no chunks: the end of the connection is the end.
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? rest.length);
  if (rest.length < length) throw new Error(`${rest.length} of ${length} bytes after ${head}`);
  return { body: rest.slice(0, length), length };
}

function readChunks(rest: string): { body: string; length: number } {
  let body = "";
  let at = 0;
  for (;;) {
    const size = /^([0-9a-f]+)\r\n/i.exec(rest.slice(at, at + 20));
    if (!size) throw new Error(`No chunk: ${JSON.stringify(rest.slice(at, at + 200))}`);
    const length = Number.parseInt(size[1]!, 16);
    const from = at + size[0].length;
    at = from + length + 2;
    if (length === 0) return { body, length: at };
    body += rest.slice(from, from + length);
  }
}
