import { chargeVisit, receiptVisit, visitsOf } from "./route-table.ts";
import { test, WIDTHS } from "./support.ts";
import { dress, expectLeads, expectSound } from "./visits.ts";

// Pages load at phone width here, because the signed-in test loads them in a wide window.
const widths = WIDTHS.toReversed();
const visits = [
  ...visitsOf({ keyId: "key_of_nobody" }),
  receiptVisit("order_of_nobody"),
  chargeVisit("order_of_nobody"),
];

test("signed out, every page passes all checks and redirects as it should", async ({ page }) => {
  // Every page at every width: minutes on a slow machine.
  test.setTimeout(600_000);
  await dress(page, widths);
  for (const { address, signedOut } of visits) {
    await expectLeads(page, address, signedOut);
    if (address === signedOut) await expectSound(page, address, widths);
  }
});
