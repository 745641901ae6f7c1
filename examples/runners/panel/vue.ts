/** The panel in a Vue application, which exists as long as the component that mounts it. */

import { createMock } from "store-orders-kit";
import { type Devtools, mountDevtools } from "store-orders-kit/devtools";
import { createApp, defineComponent, h, onMounted, onUnmounted, ref } from "vue";

const mock = createMock({ fixtures: "magic" });

const Shop = defineComponent(() => {
  let devtools: Devtools | undefined;
  onMounted(() => {
    devtools = mountDevtools(mock.control);
  });
  onUnmounted(() => devtools?.unmount());
  return () => h("h1", "Shop");
});

const Site = defineComponent(() => {
  const isOpen = ref(true);
  const turn = () => {
    isOpen.value = !isOpen.value;
  };
  return () =>
    h("main", [
      h("button", { type: "button", onClick: turn }, isOpen.value ? "Leave" : "Enter"),
      isOpen.value ? h(Shop) : null,
    ]);
});

createApp(Site).mount("#app");
