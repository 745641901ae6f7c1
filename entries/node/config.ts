/** `store-orders-kit/config`: the form of store-orders.config.ts. */

export { defineConfig, type OptionsOf, type StoreOrdersConfig } from "../../cli/define-config.ts";
