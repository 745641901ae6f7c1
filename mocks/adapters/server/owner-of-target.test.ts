import { expect, test } from "vitest";
import { ownerOfTarget } from "./owner-of-target.ts";

const hex = (code: number) => code.toString(16).padStart(2, "0");
const overlong = (c: string) => `%c1%${hex(c.charCodeAt(0) - 0x40 + 0x80)}`;
const percentU = (c: string) => `%u00${hex(c.charCodeAt(0))}`;
const spellings: Readonly<Record<string, (path: string) => string>> = {
  plain: (path) => path,
  capitals: (path) => path.toUpperCase(),
  "double slashes": (path) => path.replaceAll("/", "//"),
  "a slash at the end": (path) => `${path}/`,
  "a query": (path) => `${path}?a=/pets`,
  "dot segments": (path) => `/pets/..${path.replace("/", "/./")}`,
  "encoded dot segments": (path) => `/a%2fb/%2e%2E${path}`,
  parameters: (path) => path.replaceAll("/", ";a=b/").slice(4),
  "a parameter with a slash": (path) => path.replace(/(.)\//, "$1;a%2fb/"),
  "a Tomcat dot segment": (path) => `/a/..;x=y${path}`,
  backslashes: (path) => `/${path.slice(1).replaceAll("/", "\\")}`,
  "encoded slashes": (path) => `/${path.slice(1).replaceAll("/", "%2f")}`,
  "encoded letters": (path) => path.replace(/[a-z]/g, (c) => `%${c.charCodeAt(0).toString(16)}`),
  "letters encoded twice": (path) => path.replace(/[a-z]/g, (c) => `%25${c.charCodeAt(0).toString(16)}`),
  "a zero byte": (path) => `${path}%00.png`,
  "an ending": (path) => `${path}.json`,
  "overlong slashes": (path) => path.replace(/(.)\//g, "$1%c0%af"),
  "overlong letters": (path) => path.replace(/[a-z]/g, overlong),
  "one overlong letter of three bytes": (path) =>
    path.replace(/[a-z]/, (c) => `%e0%81%${(c.charCodeAt(0) - 0x40 + 0x80).toString(16)}`),
  "overlong letters encoded twice": (path) =>
    path.replace(/[a-z]/g, (c) => overlong(c).replaceAll("%", "%25")),
  "%u escapes": (path) => path.replace(/[a-z]/g, percentU),
  "%u escapes in capitals": (path) => path.replace(/[a-z]/g, (c) => percentU(c).toUpperCase()),
  "a %u slash": (path) => path.replace(/(.)\//, "$1%u002f"),
  "%u escapes encoded twice": (path) => path.replace(/[a-z]/g, (c) => `%25${percentU(c).slice(1)}`),
  "a surrogate": (path) => `${path.replace("s", "%ed%a0%80s")}`,
  "half an escape": (path) => path.replace("s", "%7s"),
  "wide letters": (path) =>
    path.replace(/[a-z]/g, (c) => encodeURIComponent(String.fromCharCode(c.charCodeAt(0) + 0xfee0))),
  "a fragment": (path) => `${path}#/pets`,
};

const ownerOf = (target: string) =>
  ownerOfTarget(target, (authority) => /^(?:127\.0\.0\.1|localhost):4010$/i.test(authority));

/** Each spelling is read by some server as the path itself. */
test.each(Object.entries(spellings))("an own path belongs to the mock in every form: %s", (_name, spell) => {
  for (const path of ["/v1/store/orders", "/v1/store/orders/204", "/_mock/orders", "/_mock"]) {
    const spelled = spell(path);
    for (const before of ["", "http://127.0.0.1:4010", "HTTP://LOCALHOST:4010"])
      expect(ownerOf(before + spelled), before + spelled).toBe("mock");
    for (const before of ["http://staging.test", "http://127.0.0.1:1", "http://a@127.0.0.1:4010"])
      expect(ownerOf(before + spelled), before + spelled).toBe("neither");
  }
});

test.each([
  ...["/", "/v1/pets", "/v1/store", "/v1/store/orders-archive", "/mock", "/a//b?x=/v1/store/orders"],
  ...["/off/100%25", "/off/100%25uncut", "/caf%C3%A9/%F0%9F%90%A2", "/a%2525b"],
])("a path that only resembles one of the mock's is passed on: %s", (path) => {
  expect(ownerOf(path)).toEqual({ path });
  expect(ownerOf(`http://localhost:4010${path}`)).toEqual({ path });
});
