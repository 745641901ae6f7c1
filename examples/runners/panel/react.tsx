/** The panel in a React application, which exists as long as the component that mounts it. */

import { StrictMode, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { createMock } from "store-orders-kit";
import { mountDevtools } from "store-orders-kit/devtools";

const mock = createMock({ fixtures: "magic" });

function Shop() {
  useEffect(() => {
    const devtools = mountDevtools(mock.control);
    return () => devtools.unmount();
  }, []);
  return <h1>Shop</h1>;
}

function Site() {
  const [isOpen, setOpen] = useState(true);
  return (
    <main>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        {isOpen ? "Leave" : "Enter"}
      </button>
      {isOpen && <Shop />}
    </main>
  );
}

// In development React mounts components in StrictMode twice.
createRoot(document.querySelector("#app")!).render(
  <StrictMode>
    <Site />
  </StrictMode>,
);
