/** The parts of a run, each with its reason; a requirement names those whose calls it is about. */

export const parts = {
  lists: "list with the key, in every form",
  queries: "list with query parameters",
  head: "HEAD of the list",
  unknown: "cancel orders that do not exist",
  malformed: "cancel by ids that are no int64",
  shipped: "cancel shipped orders",
  otherIds: "cancel by ids like a pending order's",
  cancels: "cancel pending orders, each twice",
  badKeys: "list, and cancel unknown orders, without a valid key",
  badKeysOnOrders: "cancel given orders without a valid key",
  otherPaths: "other spellings of paths and methods, without a key",
  exposedKey: "list with the key in the wrong place",
  pet: "the deprecated pet operation",
} as const;

export type Part = keyof typeof parts;
