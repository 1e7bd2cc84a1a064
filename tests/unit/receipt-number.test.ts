import { expect, it } from "vitest";
import { receiptNumber } from "#core/services/receipts/receipts.ts";

const paidAt = Date.parse("2026-11-26T23:59:59.999Z");

it("a receipt's number has the UTC day of the payment and the beginning of its order", () => {
  expect(receiptNumber({ id: "order_4f3a9c21e20d4c63b5a8d1e97c302f46", paidAt })).toBe(
    "LK-20261126-4F3A9C21",
  );
  expect(receiptNumber({ id: "order_4f3a9c21e20d4c63b5a8d1e97c302f46", paidAt: paidAt + 1 })).toBe(
    "LK-20261127-4F3A9C21",
  );
});

it("an order with another kind of id has a number too", () => {
  expect(receiptNumber({ id: "order_a-1", paidAt })).toBe("LK-20261126-A1");
});
