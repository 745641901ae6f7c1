/** The mock's own page, from the package's files. Nothing of it is read before somebody opens it. */

import { readFile, stat } from "node:fs/promises";
import type { RequestListener, ServerResponse } from "node:http";
import { controlPrefix } from "../../../spec/control-protocol.ts";

/** From a chunk of the package, from its entry point, and from the sources of a checkout that was built. */
const pageFolders = ["../page/app/", "../../../page/app/", "../../../dist/page/app/"].map(
  (path) => new URL(path, import.meta.url),
);

export const pageFilePrefix = `${controlPrefix}/page/`;

const mediaTypes: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  md: "text/plain; charset=utf-8",
  svg: "image/svg+xml",
};

/** Scripts, pictures and calls are the mock's own. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** Answers a browser with the page, and leaves everything else to the listener. */
export function withPage(listener: RequestListener): RequestListener {
  return (request, response) => {
    const { method, url = "/", headers } = request;
    const isRead = method === "GET" || method === "HEAD";
    const name = isRead && headers.host !== undefined ? pageFileOf(url, headers.accept ?? "") : undefined;
    if (name === undefined) listener(request, response);
    else void sendFile(response, name).catch(() => listener(request, response));
  };
}

const docsPrefix = `${controlPrefix}/docs/`;

function pageFileOf(url: string, accept: string): string | undefined {
  if (url.startsWith(docsPrefix)) return /^[\w-]+\.md$/.exec(url.slice(docsPrefix.length))?.[0];
  if (url.startsWith(pageFilePrefix)) {
    return /^[\w-]+\.(?:js|svg)$/.exec(url.slice(pageFilePrefix.length))?.[0];
  }
  if (url !== "/" && !url.startsWith(controlPrefix) && !url.startsWith("/?")) return undefined;
  const [path] = url.split("?", 1);
  const isPage = path === "/" || path === controlPrefix || path === `${controlPrefix}/`;
  return isPage && accept.includes("text/html") ? "index.html" : undefined;
}

/** @throws when there is no such file; nothing was sent then */
async function sendFile(response: ServerResponse, name: string): Promise<void> {
  const bytes = await readFirst(name);
  response.writeHead(200, {
    "content-type": mediaTypes[name.slice(name.lastIndexOf(".") + 1)],
    "content-length": bytes.length,
    "content-security-policy": contentSecurityPolicy,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
    vary: "accept",
  });
  response.end(response.req.method === "HEAD" ? undefined : bytes);
}

async function readFirst(name: string): Promise<Buffer> {
  // Whatever is served lies in the package that has the page.
  const folder = await Promise.any(pageFolders.map(async (each) => (await stat(each)) && each));
  return readFile(new URL(pathOf(name), folder));
}

function pathOf(name: string): string {
  if (!name.endsWith(".md")) return name;
  return name === "README.md" ? "../../../README.md" : `../../../docs/${name}`;
}
