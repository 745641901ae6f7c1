/** A registry on this machine for published packages, which asks the configured one for all others. */

import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { listen } from "../../conformance/testing/listen-raw.ts";

/** The body that npm sends to publish a package. */
export interface Published {
  readonly name: string;
  readonly "dist-tags": Readonly<Record<string, string>>;
  readonly versions: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly _attachments: Readonly<Record<string, { readonly data: string }>>;
}

export interface LocalRegistry extends AsyncDisposable {
  readonly published: Map<string, Published>;
  /** Variables that make npm use this registry. */
  readonly env: Readonly<Record<string, string>>;
}

/** @param upstream address of the registry that has all other packages */
export async function startLocalRegistry(upstream: string): Promise<LocalRegistry> {
  const published = new Map<string, Published>();
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => response.writeHead(502).end(String(error)));
  });
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = decodeURIComponent(request.url!);
    const [, name = "", , file] = path.split("?")[0]!.split("/");
    if (request.method === "PUT") {
      published.set(name, JSON.parse(String(await buffer(request))));
      response.end("{}");
    } else if (!published.has(name) && request.method === "GET") {
      const got = await fetch(new URL(request.url!.slice(1), upstream));
      response.writeHead(got.status).end(Buffer.from(await got.arrayBuffer()));
    } else if (file !== undefined) {
      response.end(Buffer.from(published.get(name)!._attachments[file]!.data, "base64"));
    } else response.end(JSON.stringify(published.get(name)));
  };
  const port = await listen(server);
  return {
    published,
    env: {
      npm_config_registry: `http://127.0.0.1:${port}/`,
      [`npm_config_//127.0.0.1:${port}/:_authToken`]: "a-token-of-the-test",
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
