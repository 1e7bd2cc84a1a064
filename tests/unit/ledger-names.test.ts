import fc from "fast-check";
import { expect, test } from "vitest";
import { accountName, checkoutSource, STRIPE_USD } from "#core/domain/ledger.ts";

test("ledger accounts and sources are spelled as the ledger's readers expect", () => {
  expect(accountName(42)).toBe("account:42");
  expect(STRIPE_USD).toBe("stripe:usd");
  expect(checkoutSource("cs_test_1")).toBe("stripe:cs:cs_test_1");
});

test("two accounts never share a ledger account", () => {
  const id = fc.nat();
  fc.assert(
    fc.property(id, id, (one, other) => (accountName(one) === accountName(other)) === (one === other)),
  );
});
