// The orders behind MSW 2 and its own HTTP server, as its users write them.
import { readFileSync } from "node:fs";
import { createServer } from "@mswjs/http-middleware";
import { HttpResponse, http } from "msw";

const [port, ordersFile] = process.argv.slice(2);
let orders = JSON.parse(readFileSync(ordersFile, "utf8"));

const refusal = (request) =>
  request.headers.get("authorization") === "Bearer mock-key"
    ? undefined
    : HttpResponse.json(
        { code: "unauthorized", message: "The API key is missing or invalid.", status: 401 },
        { status: 401 },
      );

const handlers = [
  http.get("/v1/store/orders", ({ request }) => refusal(request) ?? HttpResponse.json(orders)),
  http.delete("/v1/store/orders/:orderId", ({ request, params }) => {
    const refused = refusal(request);
    if (refused) return refused;
    orders = orders.filter(({ id }) => String(id) !== params.orderId);
    return new HttpResponse(null, { status: 204 });
  }),
];

createServer(...handlers).listen(Number(port), "127.0.0.1");
