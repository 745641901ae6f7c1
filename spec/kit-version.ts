/** Name and version of the kit, as reports and the control plane state them. A test holds them to package.json. */
export const kitName = "store-orders-kit";
export const kitVersion = "0.1.0";
