/** Which world is shown, in sight wherever one is. */

import { useModel } from "../model/model.ts";
import { Select } from "../parts/controls.tsx";

export function WorldPicker() {
  const { session, worlds } = useModel();
  const shown = session.world.value;
  const names = new Set([shown, ...worlds.list.value.slice(0, 200).map(({ name }) => name)]);
  return (
    <div class="world-picker">
      <Select
        label="World"
        value={shown}
        options={[...names].sort().map((name) => [name, name] as const)}
        onChange={(name) => session.switchWorld(name)}
      />
    </div>
  );
}
