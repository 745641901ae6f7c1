import { expect, test } from "vitest";
import { isLoopbackHost, isLoopbackOrigin } from "./origins.ts";

test.each(["localhost", "LOCALHOST", "localhost.", "store.localhost", "127.8.9.10", "[::1]", "::1"])(
  "%s is this machine",
  (host) => {
    expect(isLoopbackHost(host)).toBe(true);
    if (host !== "::1")
      expect([`http://${host}:5173`, `https://${host}`].map(isLoopbackOrigin)).toEqual([true, true]);
  },
);

test.each([
  ...["", "shop.test", "192.168.0.10", "0.0.0.0", "::", "[2001:db8::1]", "127.0.0.1.shop.test"],
  ...["localhost.shop.test", "notlocalhost", "127.0.0.1@shop.test", "evil.com/.localhost", ".localhost"],
  ...["evil.com,x.localhost", "evil com.localhost", "evil.com;.localhost", "evil.com#.localhost"],
  ...["evil.com@x.localhost", "evil.com\\.localhost", "evil.com%2f.localhost", "evil.com:80.localhost"],
  ...["a..localhost", "évil.localhost"],
])("%j may be another machine", (host) => {
  expect(isLoopbackHost(host)).toBe(false);
});

test.each([
  ...["https://shop.test", "http://localhost.shop.test", "http://127.0.0.1.shop.test", "null", "", "file://"],
  ...["http://192.168.1.5:5173", "moz-extension://localhost", "chrome-extension://127.0.0.1", "*"],
  ...["file://localhost", "ftp://localhost", "http:localhost", "localhost:5173"],
])("%j is not the origin of a page of this machine", (origin) => {
  expect(isLoopbackOrigin(origin)).toBe(false);
});
