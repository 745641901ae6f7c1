/** Where the panel's button stands. */
export const corners = ["bottom-right", "bottom-left", "top-right", "top-left"] as const;
export type Corner = (typeof corners)[number];
