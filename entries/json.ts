/** `store-orders-kit/json`: JSON that keeps every digit of an int64, as bigint. */

export { formatJson, isJsonObject, type Json, type JsonObject, parseJson } from "../base/json.ts";
