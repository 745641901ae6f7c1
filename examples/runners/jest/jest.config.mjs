/** The kit is ES modules: run Jest as node --experimental-vm-modules node_modules/jest/bin/jest.js. */
export default {
  testMatch: ["**/*.spec.mjs"],
  transform: {},
};
