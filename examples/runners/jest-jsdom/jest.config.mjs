/** jest-environment-jsdom hides Node's fetch, and takes a package's files for browsers: jest-fixed-jsdom does neither. */
export default {
  testEnvironment: "jest-fixed-jsdom",
  testMatch: ["**/*.spec.mjs"],
  transform: {},
};
