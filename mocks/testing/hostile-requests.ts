/** Requests that are made to cost a mock much: long, repeated, nested, and at times valid and large. */

import { formatJson } from "../../base/json.ts";
import { createSeededChance } from "../../base/seeded-chance.ts";
import { generateOrders } from "../../fixtures/generate-orders.ts";
import { checksumOf } from "../worlds/snapshot-text.ts";

export interface HostileRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What node:http lets through as a request's head, nearly. */
const headLength = 15_000;
/** What the control plane takes, nearly. */
const longestBody = 9_900_000;

const pieces = [
  ..."~~~~~~,,,,;;;;====%%%%////....----____++++0000111199998888aaaabbbbZZZZ    ",
  ...["~a", "mock-key~", "Bearer ", "%20", "%30", "%2F", "%zz", "1e", "e+", ", ", "; ", '="', '\\"', '"'],
  ...["code=", "wait=", "../", "//", "?a=", "&a=", "..", "\t", "\u00a0", "*", "null", "http://", "[::1]"],
];
const controlLines = [
  ...[
    "POST reset",
    "POST reset",
    "POST reset?world=*",
    "PUT state",
    "PUT state",
    "PUT faults",
    "PUT profile",
  ],
  ...["POST provider-states", "PUT orders/1001", "POST orders/1001/ship", "DELETE worlds", "DELETE orders/1"],
  ...[
    "GET state",
    "GET orders",
    "GET orders/search?sort=-shipDate",
    "GET orders/search?id=10",
    "GET journal",
  ],
  ...[
    "GET journal?as=har",
    "GET journal?as=vitest",
    "GET journal?as=curl",
    "GET worlds",
    "PUT reset",
    "GET x",
  ],
];
const headerNames = [
  ...["authorization", "prefer", "origin", "access-control-request-headers", "host", "cookie", "accept"],
  ...["last-event-id", "user-agent", "x-mock-control-token"],
];

/** The next of a seed's requests. */
export function createHostileRequests(seed: number): {
  readonly toApi: () => HostileRequest;
  readonly toControl: () => HostileRequest;
} {
  const chance = createSeededChance(seed, 0);
  const below = (limit: number) => Math.floor(chance() * limit);
  const pick = <T>(values: readonly T[]): T => values[below(values.length)]!;

  /** A piece or two over and over, sometimes with something else at the end: more than linear time shows. */
  function repeated(length: number): string {
    const unit = pick(pieces) + (below(2) === 0 ? pick(pieces) : "");
    return (unit.repeat(Math.ceil(length / unit.length)) + pick(["", "x", "1", "~", '"', "!"])).slice(
      -length,
    );
  }
  function nested(length: number): string {
    const [open, close] = pick([
      ["[", "]"],
      ['{"a":', "}"],
      ['[{"id":', "}]"],
    ] as const);
    const depth = Math.floor(length / (open.length + close.length));
    return open.repeat(depth) + pick(["1", "", "null"]) + close.repeat(pick([depth, 0, depth - 1]));
  }
  const list = (item: string, length: number) => `[${`${item},`.repeat(length / (item.length + 1))}${item}]`;
  const item = () => pick(["1", "1.5", "1234567890123456", "null", "{}", '""', "[]", "true", '"\\u00e9"']);
  const order = (length: number) =>
    `{"id":${pick(["1", "9".repeat(below(length)), `1${"0".repeat(400)}`, "1e400", "1.5"])}}`;
  function snapshot(length: number): string {
    const text = `so1~seed=1~orders=${pick([25, 1000, 100_000])}~start=${pick(["0", "2c5a2d2a"])}~${pick(["pending", "removed", "put", "cancelled"])}=${pick([`${"1..9,".repeat(length / 5)}9`, repeated(length), "1001..100000"])}`;
    return `${text}~sum=${pick(["00000000", checksumOf(text)])}`;
  }

  const bodies: readonly ((length: number) => string)[] = [
    repeated,
    nested,
    (length) => list(item(), length),
    (length) => `{"fixtures":${list(item(), length)}}`,
    (length) => `{"fixtures":[{"id":1,"x":${list(item(), length)}}]}`,
    (length) => `{"fixtures":[{"id":1,"x":"${repeated(length)}"}]}`,
    (length) => `{"fixtures":[${Array.from({ length: length / 12 }, (_, id) => `{"id":${id}}`)}]}`,
    (length) => formatJson({ fixtures: generateOrders(1, Math.floor(length / 150)) }),
    () => `{"orders":${pick([25, 1000, 50_000, 100_000])},"seed":${below(1000)},"fixtures":"default"}`,
    () => `{"orders":${pick([1000, 20_000])},"fixtures":"${pick(["all-shipped", "large-ids", "default"])}"}`,
    (length) => `{"fixtures":[${order(length)}]}`,
    (length) => list('{"fault":"delay","ms":0}', length),
    (length) => `[{"fault":"${repeated(length)}"}]`,
    () => `[${Array.from({ length: 1000 }, (_, id) => `{"fault":"delay","ms":1,"order":${id}}`)}]`,
    () => `[{"fault":"delay","${repeated(1000)}":1}]`,
    (length) => `{"state":"${repeated(length)}"}`,
    (length) => `{"state":"${snapshot(length)}"}`,
    (length) => `{"${repeated(length)}":1}`,
    (length) => `{"seed":${"1".repeat(length)}}`,
    (length) => `{"a":"${"\\\\".repeat(length / 2)}`,
    (length) => `{"state":"pending orders exist","params":{"ids":${list('"5"', length)}}}`,
    () => '{"state":"pending orders exist","params":{"count":1000}}',
    () => "",
  ];

  return {
    toControl() {
      const [method = "", line] = pick(controlLines).split(" ");
      const path = `/_mock/${below(12) === 0 ? repeated(headLength) : line}`;
      const name = pick(["world", "limit", "as", "idle", "sort", "id"]);
      const query =
        below(8) === 0 ? `${path.includes("?") ? "&" : "?"}${name}=${repeated(headLength / 2)}` : "";
      // Most are of lengths that every operation reads; some are as long as a body can be.
      const length = pick([100, 1000, 60_000, 60_000, 500_000, below(4) === 0 ? longestBody : 900_000]);
      return { method, target: path + query, headers: {}, body: pick(bodies)(length) };
    },
    toApi() {
      // One of the parts has what the others leave.
      const lengths = Array.from({ length: 4 }, () => below(500));
      lengths[below(4)] = headLength - 2000;
      const [one, two, key, path] = lengths as [number, number, number, number];
      const headers: Record<string, string> = {
        authorization: "Bearer mock-key",
        [pick(headerNames)]: repeated(1 + one),
        [pick(headerNames)]: repeated(1 + two),
      };
      if (key > 250) headers.authorization = `Bearer ${pick(["", "mock-key~"])}${repeated(key)}`;
      const text = repeated(1 + path);
      const target = pick([
        "/v1/store/orders",
        `/v1/store/orders/${text}`,
        `/v1/store/orders?${text}`,
        `/v1/${text}`,
        `/${text}`,
      ]);
      return { method: pick(["GET", "DELETE", "HEAD", "OPTIONS", "PUT", "POST"]), target, headers };
    },
  };
}

/**
 * The bytes of a request on a connection of its own. What a head cannot carry is percent-encoded or left out, and
 * so is a wish to wait for minutes, which the mock would grant.
 */
export function bytesOfRequest({ method, target, headers, body = "" }: HostileRequest): Buffer {
  const fields = { host: "127.0.0.1", ...headers, connection: "close" };
  const lines = Object.entries(fields).map(
    ([name, value]) => `${name}: ${value.replace(/[^ -~]|wait/g, "")}`,
  );
  const bytes = Buffer.from(body);
  const path = target.replace(/[^!-~]/g, (character) => encodeURIComponent(character));
  const head = [`${method} ${path} HTTP/1.1`, ...lines, `content-length: ${bytes.length}`, "", ""];
  return Buffer.concat([Buffer.from(head.join("\r\n")), bytes]);
}
