/** The forms in which programs write an exchange into a HAR, a row for each, from their sources. */

import { type Draw, pick, type Served } from "./shop-traffic.ts";

export interface HarEntry {
  startedDateTime?: string;
  time?: number | null | undefined;
  request: { method: string; url: string; headers: { name: string; value: string }[]; headersSize: number };
  response: Record<string, unknown> & {
    status: number;
    headers: { name: string; value: string }[];
    content: Record<string, unknown>;
  };
  timings?: Record<string, number>;
  [more: string]: unknown;
}

export interface HarFormat {
  readonly creator: string;
  readonly write: (entry: HarEntry, served: Served, draw: Draw) => HarEntry;
  /** The record of a list from the browser's cache. */
  readonly asCached?: (entry: HarEntry) => HarEntry;
  /** A list that was answered 304. */
  readonly asRevalidated?: (entry: HarEntry) => HarEntry;
  /** The same call as the page and as its service worker recorded it. */
  readonly asTwins?: (entry: HarEntry) => readonly [page: HarEntry, worker: HarEntry];
}

const epoch = Date.parse("2026-03-01T10:00:00.000Z");

/** The common members; times are exact until a format rounds them. */
export function plainEntry(served: Served, origin: string): HarEntry {
  const { method, path, authorization, status, body } = served;
  const size = new TextEncoder().encode(body).length;
  const headers = authorization === undefined ? [] : [{ name: "Authorization", value: authorization }];
  headers.push({ name: "Accept", value: "*/*" });
  const head = headers.reduce((sum, { name, value }) => sum + name.length + value.length + 4, 0);
  return {
    request: {
      method,
      url: `${origin}/v1${path}`,
      headers,
      headersSize: method.length + "/v1".length + path.length + head + 14,
    },
    response: {
      status,
      headers: [
        ...(body === "" ? [] : [{ name: "content-type", value: "application/json" }]),
        ...(status === 401 ? [{ name: "www-authenticate", value: "Bearer" }] : []),
      ],
      content: { size, mimeType: "application/json", ...(body !== "" && { text: body }) },
      bodySize: size,
    },
    cache: {},
  };
}

const iso = ({ sentAt }: Served) => new Date(epoch + Math.floor(sentAt)).toISOString();
const took = ({ sentAt, endedAt }: Served) => endedAt - sentAt;
type Parts = ReturnType<typeof split>;

function split(ms: number, draw: Draw) {
  const [blocked, wait] = [ms * 0.2 * draw(), ms * 0.5 * draw()];
  return { blocked, wait, receive: ms - blocked - wait };
}

const without = <K extends string>(entry: HarEntry, ...names: readonly K[]): HarEntry =>
  Object.fromEntries(Object.entries(entry).filter(([name]) => !names.includes(name as K))) as HarEntry;

export const harFormats: Readonly<Record<string, HarFormat>> = {
  Chromium: {
    creator: "WebInspector",
    write(entry, served, draw) {
      const parts = split(took(served), draw);
      return {
        ...entry,
        _connectionId: String(1 + Math.floor(draw() * 6)),
        connection: "443",
        serverIPAddress: "10.0.0.1",
        _initiator: { type: "script", stack: { callFrames: [{ url: "https://app.test/main.js" }] } },
        startedDateTime: iso(served),
        time: parts.blocked + parts.wait + parts.receive,
        timings: { dns: -1, ssl: -1, connect: -1, send: 0, _blocked_queueing: parts.blocked, ...parts },
        response: { ...entry.response, _transferSize: 300, _error: null },
      };
    },
    asCached: (entry) => ({ ...entry, _fromCache: "disk", serverIPAddress: "", time: 1 }),
    asRevalidated: (entry) => ({
      ...entry,
      response: { ...entry.response, status: 304, headers: [], bodySize: 0 },
    }),
    asTwins: (entry) => [
      {
        ...without(entry, "connection", "_connectionId"),
        serverIPAddress: "",
        response: {
          ...entry.response,
          content: { size: entry.response.content.size },
          bodySize: -1,
          _transferSize: 0,
          _fetchedViaServiceWorker: true,
          _serviceWorkerResponseSource: "network",
        },
      },
      {
        ...entry,
        _initiator: { type: "script", url: "https://app.test/sw.js" },
        response: { ...entry.response, content: { ...entry.response.content, size: 0 } },
      },
    ],
  },
  Playwright: {
    creator: "Playwright",
    write(entry, served, draw) {
      const time = took(served) - served.queuedMs;
      const { wait } = split(time, draw);
      const isEmpty = entry.response.content.text === undefined;
      return {
        ...entry,
        _frameref: "frame@1",
        _monotonicTime: served.sentAt,
        _serverPort: 443,
        serverIPAddress: "10.0.0.1",
        startedDateTime: iso(served),
        time,
        timings: { dns: -1, connect: -1, ssl: -1, send: 0, wait, receive: time - wait },
        response: {
          ...entry.response,
          _transferSize: 300,
          content: isEmpty ? { size: -1, mimeType: "x-unknown" } : entry.response.content,
          bodySize: isEmpty ? -1 : entry.response.bodySize,
        },
      };
    },
    asCached: (entry) => ({
      ...without(entry, "_serverPort", "serverIPAddress"),
      response: { ...entry.response, _transferSize: 0 },
    }),
    asRevalidated: (entry) => ({ ...entry, response: { ...entry.response, headers: [], bodySize: 0 } }),
    asTwins: (entry) => [
      {
        ...without(entry, "_serverPort", "serverIPAddress"),
        response: { ...entry.response, _transferSize: 0 },
      },
      {
        ...without(entry, "_frameref"),
        _serviceWorkerRef: "worker@1",
        response: { ...entry.response, content: { size: 0, text: "" } },
      },
    ],
  },
  Firefox: {
    creator: "Firefox",
    write(entry, served, draw) {
      const parts = Object.entries(split(took(served), draw)).map(([name, ms]) => [name, Math.floor(ms)]);
      const timings = { dns: 0, connect: 0, ssl: 0, send: 0, ...(Object.fromEntries(parts) as Parts) };
      return {
        ...entry,
        connection: "443",
        startedDateTime: iso(served).replace(/T10/, "T12").replace("Z", "+02:00"),
        time: timings.blocked + timings.wait + timings.receive,
        timings,
        response: {
          ...entry.response,
          ...(entry.response.status === 204 && { content: { size: -1, mimeType: "" } }),
          bodySize: Number(entry.response.bodySize) + 180,
        },
      };
    },
    asCached: (entry) => ({ ...entry, cache: { afterRequest: null }, time: 0, timings: {} }),
  },
  Safari: {
    creator: "WebKit Web Inspector",
    write: (entry, served, draw) => ({
      ...entry,
      connection: "7",
      _fetchType: "Network Load",
      startedDateTime: iso(served),
      time: took(served),
      timings: { dns: -1, connect: -1, ssl: -1, send: 0, ...split(took(served), draw) },
    }),
    asCached: (entry) => ({ ...entry, _fetchType: "Memory Cache", time: 0 }),
    asTwins: (entry) => [{ ...entry, _fetchType: "Service Worker" }, entry],
  },
  "neither time nor timings": {
    creator: "Export",
    write: (entry, served, draw) => ({
      ...entry,
      startedDateTime: iso(served),
      ...pick(draw, [{}, { time: -1 }, { timings: {} }]),
    }),
  },
  "no dates": { creator: "Export", write: (entry) => entry },
  "the kit's proxy": {
    creator: "store-orders-kit proxy",
    write(entry, served) {
      const microseconds = String(Math.floor((served.sentAt % 1) * 1000)).padStart(3, "0");
      const time = Math.round(took(served) * 1000) / 1000;
      const hide = (value: string) => value.replace(/^Bearer .*/, "Bearer ***key1");
      const headers = entry.request.headers.map(({ name, value }) => ({ name, value: hide(value) }));
      return {
        ...entry,
        startedDateTime: iso(served).replace("Z", `${microseconds}Z`),
        time,
        timings: { send: 0, wait: time, receive: 0 },
        request: { ...entry.request, headersSize: -1, headers },
      };
    },
  },
};
