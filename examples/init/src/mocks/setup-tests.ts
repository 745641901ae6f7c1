import { afterAll, afterEach, beforeAll } from "vitest";
import { server } from "./node.js";

beforeAll(() => server.listen());
// The orders, too, are back as they were.
afterEach(() => server.resetHandlers());
afterAll(() => server.close());
