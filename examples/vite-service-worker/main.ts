// Vite drops this branch, and the mock with it, from a build of any other mode.
if (import.meta.env.MODE === "mock") {
  const { startMock } = await import("./start-mock.ts");
  await startMock();
}
await import("../frontend/src/main.ts");

export {};
