const bearer = [{ bearerAuth: [] }];
const error = {
  description: "The API key is missing or invalid.",
  content: {
    "application/json": {
      schema: { $ref: "#/components/schemas/Error" },
      example: { code: "unauthorized", message: "The API key is missing or invalid.", status: 401 },
    },
  },
};
const int64 = { type: "integer", format: "int64" };

const document = {
  openapi: "3.1.0",
  info: { title: "Store Orders Service", version: "1.0.0" },
  security: bearer,
  paths: {
    "/store/orders": {
      get: {
        operationId: "listOrders",
        responses: {
          "200": {
            description: "All orders.",
            content: {
              "application/json": {
                schema: { type: "array", items: { $ref: "#/components/schemas/Order" } },
                example: "@orders",
              },
            },
          },
          "401": error,
        },
      },
    },
  },
  components: {
    securitySchemes: { bearerAuth: { type: "http", scheme: "bearer" } },
    schemas: {
      Order: {
        type: "object",
        properties: {
          id: int64,
          petId: int64,
          quantity: { type: "integer" },
          shipDate: { type: "string", format: "date-time" },
          complete: { type: "boolean" },
        },
      },
      Error: {
        type: "object",
        required: ["code", "message", "status"],
        properties: {
          code: { type: "string" },
          message: { type: "string" },
          status: { type: "integer" },
        },
      },
    },
  },
};

/** The list operation of spec/openapi.yaml as JSON, with the given array of orders as its example. */
export function openapiWith(orders: string): string {
  return JSON.stringify(document).replace('"@orders"', () => orders);
}
