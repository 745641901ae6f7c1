const api = "https://api.shop.test/v1";

beforeEach(() => {
  cy.task("orders:reset");
  // The page's calls go to the mock; the page keeps the address that it has.
  cy.intercept(`${api}/**`, (request) => {
    request.url = request.url.replace(api, Cypress.env("ordersUrl"));
  });
});

it("tells that an order has shipped meanwhile", () => {
  cy.task("orders:faults", [{ fault: "ship-first", operation: "cancelOrder", times: 1 }]);
  cy.visit("/");
  cy.contains("tr", "204").contains("button", "Cancel").click();
  cy.contains("has shipped");
  cy.task("orders:status", "204").should("equal", "shipped");
});
