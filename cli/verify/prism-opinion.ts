/**
 * Prism's verdict on answers that the suite has already judged. It gets them as if it had called the server, so that the
 * server gets no request twice.
 */

import { createRequire } from "node:module";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { BadInput } from "../../base/bad-input.ts";
import type { Answer, Exchange } from "../../conformance/evidence/exchange.ts";
import { answersToCompare, compareOpinions, type Opinion } from "../../conformance/report/second-opinion.ts";

const packageName = "@stoplight/prism-cli";

/** The used part of @stoplight/prism-http. */
interface Prism {
  getHttpOperationsFromSpec(file: string): Promise<unknown>;
  createInstance(config: object, components: object): { request: Request };
}
type Request = (input: object, operations: unknown) => () => Promise<Either>;
type Either =
  | { readonly _tag: "Left" }
  | {
      readonly _tag: "Right";
      readonly right: { readonly validations: { readonly output: readonly { readonly message: string }[] } };
    };

/** @throws {BadInput} where Prism is not installed */
export function findPrism(): Prism {
  for (const base of [pathToFileURL(resolve("package.json")).href, import.meta.url]) {
    try {
      const manifest = createRequire(base).resolve(`${packageName}/package.json`);
      return createRequire(manifest)("@stoplight/prism-http");
    } catch {
      // The next folder may have it.
    }
  }
  throw new BadInput(
    `Cannot ask Prism: ${packageName} is not installed. Install it with npm i -D ${packageName}.`,
  );
}

/** @throws {BadInput} where Prism is not installed */
export async function askPrism(exchanges: readonly Exchange[]): Promise<readonly Opinion[]> {
  const prism = findPrism();
  const operations = await prism.getHttpOperationsFromSpec(
    fileURLToPath(import.meta.resolve("store-orders-kit/openapi.yaml")),
  );
  const nothing = () => undefined;
  const logger = { info: nothing, warn: nothing, error: nothing, debug: nothing, child: () => logger };
  const config = { isProxy: true, upstream: new URL("http://127.0.0.1"), validateResponse: true };
  const opinions: Opinion[] = [];
  for (const exchange of answersToCompare(exchanges)) {
    const { request, answer } = exchange;
    const { request: ask } = prism.createInstance(config, {
      logger,
      forward: () => () => () => passOn(answer),
    });
    const input = { method: request.method.toLowerCase(), url: { path: request.path, query: {} } };
    const opinion = await ask(input, operations)();
    const violations =
      opinion._tag === "Left"
        ? ["it cannot be read"]
        : opinion.right.validations.output.map(({ message }) => message);
    opinions.push(compareOpinions(exchange, violations));
  }
  return opinions;
}

/** The answer as read by Prism's own client: JSON with doubles. @returns an Either of fp-ts, in a task */
async function passOn({ status, headers, body }: Answer) {
  const all = Object.fromEntries(headers);
  const isJson = status !== 204 && /^application\/(?:\S+\+)?json\b/i.test(all["content-type"] ?? "");
  const text = new TextDecoder().decode(body);
  try {
    const read = isJson ? JSON.parse(text) : text;
    return { _tag: "Right", right: { statusCode: status, headers: all, body: read } };
  } catch (left) {
    return { _tag: "Left", left };
  }
}
