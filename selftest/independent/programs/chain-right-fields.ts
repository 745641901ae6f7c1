/** Right chains whose orders and keys are read in more than one way. */

import { createHash } from "node:crypto";
import { before, right } from "./chain-right-parts.ts";
import { auth, cancel, errors, HttpError, list, listPattern, nothing, nth } from "./chain-shop.ts";
import type { Program } from "./program.ts";

/** Every so many lists come from another build, which shows fewer fields: none is required (section 2). */
const omits = (every: number, ...fields: readonly string[]): Program =>
  right(
    `list-${every}-omits-${fields.join("-and-")}`,
    `every ${every}th list lacks ${fields.join(" and ")}`,
    [
      errors,
      auth,
      async (context, next) => {
        await next();
        if (!listPattern.test(context.path) || context.status !== 200 || nth(context, "list") % every !== 0)
          return;
        const orders = context.body as Record<string, unknown>[];
        context.body = orders.map((order) =>
          Object.fromEntries(Object.entries(order).filter(([name]) => !fields.includes(name))),
        );
      },
      list,
      cancel,
      nothing,
    ],
  );

/** Of as many letters as base64 can have. */
const readable = (text: string) => (text.length % 4 === 1 ? `k${text}` : text);
const digest = (text: string) =>
  createHash("sha256")
    .update(Buffer.from(readable(text), "base64url"))
    .digest("hex");

export const rightFieldsAndKeys: readonly Program[] = [
  omits(23, "quantity"),
  omits(9, "petId", "shipDate"),
  omits(17, "petId", "quantity", "shipDate", "complete"),
  before("silence-elsewhere", "a gateway that closes the connection on every other path", (context, next) => {
    if (context.path.startsWith("/v1/store/orders")) return next();
    context.response.destroy();
    return undefined;
  }),
  right("key-in-base64", "a key is the bytes that its letters stand for, as of a signed token", [
    errors,
    async (context, next) => {
      const given = /^bearer (.+)$/i.exec(context.request.headers.authorization ?? "")?.[1] ?? "";
      const isToken = /^[\w-]+$/.test(given) && given.length === context.app.apiKey.length;
      if (!isToken || digest(given) !== digest(context.app.apiKey))
        throw new HttpError(401, "UNAUTHENTICATED");
      await next();
    },
    list,
    cancel,
    nothing,
  ]),
];
