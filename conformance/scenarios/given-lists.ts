/** The list while every given order must be in it. */

import { defineScene } from "./scene.ts";

export const givenLists = defineScene({
  name: "list the given orders",
  phase: "look",
  needs: ["cancelled", "raced", "shipped"],
  async play(stage) {
    const ids = [...new Set(Object.values(stage.cast))];
    return { ids, lists: [await stage.list(), await stage.list(), await stage.list()] };
  },
});
