import { receiptVisit, visitsOf } from "./route-table.ts";
import { test, WIDTHS } from "./support.ts";
import { dress, expectLeads, expectSound, isFirst } from "./visits.ts";

const visits = [...visitsOf({ keyId: "key_of_nobody" }), receiptVisit("order_of_nobody")];

for (const width of WIDTHS) {
  test(`signed out, every page is sound and leads where it should: ${width} px`, async ({ page }) => {
    test.slow();
    await dress(page, width);
    for (const { address, signedOut } of visits) {
      if (address !== signedOut && !isFirst(width)) continue;
      await expectLeads(page, address, signedOut);
      if (address === signedOut) await expectSound(page, address, width);
    }
  });
}
