/** The mock's own page, its documentation and the document, from the package's files. Each is read when it is requested. */

import { readdir, readFile, stat } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { controlPrefix } from "../../../spec/control-protocol.ts";
import { ordersPath, versionPrefix } from "../../../spec/wire.ts";
import { isSecure, type ListenerOptions } from "./serve-request.ts";

/** From a chunk of the package, from its entry point, and from the sources of a checkout that was built. */
const pageFolders = ["../page/app/", "../../../page/app/", "../../../dist/page/app/"].map(
  (path) => new URL(path, import.meta.url),
);

const pageFilePrefix = `${controlPrefix}/page/`;

const mediaTypes: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  md: "text/plain; charset=utf-8",
  svg: "image/svg+xml",
  // RFC 9512, 2.1.
  yaml: "application/yaml",
};

/** The content security policy: scripts, style sheets, pictures and calls only from the mock. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** The line at the root for programs: tools that wait for a server request its address, and some do not accept HTML. */
const rootLine = `Store Orders mock: the API is at ${versionPrefix}${ordersPath}. A browser shows the mock's page here.\n`;

/** Answers a browser with the page, and leaves everything else to the mock. */
export const servePage: NonNullable<ListenerOptions["page"]> = (request, response, mock) => {
  const { method, url = "/", headers } = request;
  const isRead = method === "GET" || method === "HEAD";
  const wantsHtml = (headers.accept ?? "").includes("text/html");
  const name = isRead ? fileOf(url, wantsHtml) : undefined;
  const isOwn = name !== undefined || (isRead && isRoot(url));
  if (!isOwn) mock(request, response);
  else if (name === undefined) send(response, Buffer.from(rootLine), "text/plain; charset=utf-8");
  else {
    const sent = name === openapiFile ? sendOpenapi(response, url) : sendFile(response, name, wantsHtml);
    void sent.catch(() => mock(request, response));
  }
};

const isRoot = (url: string) => url === "/" || url.startsWith("/?");
const docsPrefix = `${controlPrefix}/docs/`;
const docsFolder = "../../../docs/";
/** Documents with another name on the page than in that folder. */
const renamedDocs: Readonly<Record<string, string>> = {
  "README.md": "../../../README.md",
  "index.md": `${docsFolder}README.md`,
};

const openapiFile = "../../../spec/openapi.yaml";

/** The path of a file, from the folder of the page. */
function fileOf(url: string, wantsHtml: boolean): string | undefined {
  if (/^\/openapi\.(?:yaml|json)(?:\?|$)/.test(url)) return openapiFile;
  if (url.startsWith(docsPrefix)) {
    const name = /^[\w-]+\.(?:md|svg)$/.exec(url.slice(docsPrefix.length))?.[0];
    return name && (renamedDocs[name] ?? docsFolder + name);
  }
  if (url.startsWith(pageFilePrefix)) {
    return /^[\w-]+\.(?:css|js|svg)$/.exec(url.slice(pageFilePrefix.length))?.[0];
  }
  if (url === "/favicon.ico") return "icon.svg";
  if (!isRoot(url) && !url.startsWith(controlPrefix)) return undefined;
  const [path] = url.split("?", 1);
  const isPage = path === "/" || path === controlPrefix || path === `${controlPrefix}/`;
  return isPage && wantsHtml ? "index.html" : undefined;
}

/** @throws when there is no such file, before anything is sent */
async function readPackageFile(path: string): Promise<{ readonly bytes: Buffer; readonly folder: URL }> {
  // All served files are in the package that has the page.
  const folder = await Promise.any(pageFolders.map(async (each) => (await stat(each)) && each));
  return { bytes: await readFile(new URL(path, folder)), folder };
}

/** Sends the OpenAPI document, with the address that the client used as its server. */
async function sendOpenapi(response: ServerResponse, url: string): Promise<void> {
  const { bytes } = await readPackageFile(openapiFile);
  const { parseDocument } = await import("yaml");
  const { headers, socket } = response.req;
  const authority = headers.host || `127.0.0.1:${socket.localPort}`;
  const baseUrl = `${isSecure(response.req) ? "https" : "http"}://${authority}${versionPrefix}`;
  const document = parseDocument(bytes.toString());
  document.set("servers", [{ url: baseUrl, description: "This mock." }]);
  const isJson = url.startsWith("/openapi.json");
  const text = isJson ? `${JSON.stringify(document, undefined, 2)}\n` : String(document);
  // Tools in a page of another origin read it, too: it is public.
  response.setHeader("access-control-allow-origin", "*");
  send(response, Buffer.from(text), mediaTypes[isJson ? "json" : "yaml"]!);
}

/** @throws when there is no such file, before anything is sent */
async function sendFile(response: ServerResponse, path: string, wantsHtml: boolean): Promise<void> {
  const { bytes, folder } = await readPackageFile(path);
  if (path.endsWith(".md") && wantsHtml) {
    const served = new Set([...(await readdir(new URL(docsFolder, folder))), ...Object.keys(renamedDocs)]);
    const { renderDocs } = await import("./render-docs.ts");
    send(response, Buffer.from(renderDocs(bytes.toString(), served)), mediaTypes.html!);
  } else send(response, bytes, mediaTypes[path.slice(path.lastIndexOf(".") + 1)]!);
}

function send(response: ServerResponse, bytes: Buffer, mediaType: string): void {
  response.writeHead(200, {
    "content-type": mediaType,
    "content-length": bytes.length,
    "content-security-policy": contentSecurityPolicy,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": response.hasHeader("access-control-allow-origin")
      ? "cross-origin"
      : "same-origin",
    "cache-control": "no-cache",
    vary: "accept",
  });
  response.end(response.req.method === "HEAD" ? undefined : bytes);
}
