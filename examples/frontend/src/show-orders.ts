/** The page: a table of the orders, or the question for a key. */

import "./style.css";
import { createOrdersClient, type Order } from "./orders-client.ts";
import { createOrdersModel, type OrdersModel, type OrdersState } from "./orders-model.ts";

const keyName = "store-orders-key";
const columns = ["Order", "Pet", "Quantity", "Ships", "Complete"] as const;
const day = new Intl.DateTimeFormat("en", { dateStyle: "medium" });

/** @param usualKey used until the user has entered one */
export function showOrders(root: HTMLElement, baseUrl: string, usualKey = ""): void {
  const count = el("span", { className: "count" });
  const refresh = el("button", { type: "button", textContent: "Refresh" });
  const message = el("p", { className: "message", role: "status" });
  const place = el("section", { ariaLabel: "Orders" });
  const heading = el("h1", {}, "Orders ", count);
  root.replaceChildren(el("main", {}, el("header", {}, heading, refresh), message, place));

  let model: OrdersModel;
  function open(key: string): void {
    model = createOrdersModel(createOrdersClient(baseUrl, key), show);
    void model.load();
  }
  function show({ phase, orders, message: text, isProblem }: OrdersState): void {
    const focused = place.contains(document.activeElement) ? focusedRow(place) : -1;
    const isLoading = phase === "loading";
    count.textContent = orders.length > 0 ? String(orders.length) : "";
    message.textContent = text;
    message.classList.toggle("problem", isProblem);
    place.ariaBusy = String(isLoading);
    refresh.ariaDisabled = String(isLoading);
    refresh.hidden = phase === "locked";
    if (phase === "locked") place.replaceChildren(keyForm());
    else if (orders.length > 0) place.replaceChildren(table(orders, (id) => void model.cancel(id)));
    else if (isLoading) place.replaceChildren(skeleton());
    else
      place.replaceChildren(
        ...(phase === "ready" ? [el("p", { className: "empty" }, "There are no orders.")] : []),
      );
    if (phase === "locked") place.querySelector("input")!.focus();
    // A removed row loses the focus, which moves to the row in its place.
    const buttons = place.querySelectorAll<HTMLElement>("tbody button");
    if (focused >= 0) (buttons[Math.min(focused, buttons.length - 1)] ?? refresh).focus();
  }
  function keyForm(): HTMLElement {
    const input = el("input", {
      id: "key",
      name: "key",
      required: true,
      autocomplete: "off",
      spellcheck: false,
    });
    const form = el(
      "form",
      {},
      el("label", { htmlFor: "key" }, "API key"),
      input,
      el("button", { className: "primary" }, "Use this key"),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      sessionStorage.setItem(keyName, input.value);
      open(input.value);
    });
    return form;
  }
  refresh.addEventListener("click", () => place.ariaBusy === "true" || void model.load());
  open(sessionStorage.getItem(keyName) ?? usualKey);
}

function table(orders: readonly Order[], cancel: (id: string) => void): HTMLElement {
  const head = [...columns.map((name) => el("th", { scope: "col" }, name)), el("td", {})];
  const rows = orders.map(({ id, petId, quantity, shipDate, complete }) => {
    const button = el("button", { type: "button", ariaLabel: `Cancel order ${id}` }, "Cancel");
    button.addEventListener("click", () => cancel(id!));
    return el(
      "tr",
      {},
      el("th", { scope: "row" }, id ?? "–"),
      el("td", {}, petId ?? "–"),
      el("td", {}, String(quantity ?? "–")),
      el("td", {}, shipDate === undefined ? "–" : dayOf(shipDate)),
      el("td", {}, complete === undefined ? "–" : tag(complete)),
      el("td", {}, ...(id === undefined ? [] : [button])),
    );
  });
  for (const row of rows) {
    columns.forEach((name, index) => {
      row.cells[index]!.dataset.name = name;
    });
  }
  return el("table", {}, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...rows));
}

function tag(complete: boolean): HTMLElement {
  return el("span", { className: complete ? "tag done" : "tag" }, complete ? "Yes" : "No");
}

function dayOf(shipDate: string): HTMLElement | string {
  const date = new Date(shipDate);
  return Number.isNaN(date.valueOf()) ? shipDate : el("time", { dateTime: shipDate }, day.format(date));
}

function skeleton(): HTMLElement {
  const lines = Array.from({ length: 5 }, () => el("i", {}));
  return el("div", { className: "skeleton" }, el("p", {}, "Loading the orders…"), ...lines);
}

/** Number of the row that holds the focus. */
function focusedRow(place: HTMLElement): number {
  return [...place.querySelectorAll("tbody button")].indexOf(document.activeElement!);
}

function el<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), properties);
  if (children.length > 0) element.append(...children);
  return element;
}
