/** What a configuration file in the working directory is called. */

export const configNames = ["ts", "mts", "js", "mjs", "json"].map(
  (ending) => `store-orders.config.${ending}`,
);
