import { receiptVisit, visitsOf } from "./route-table.ts";
import { test } from "./support.ts";
import { dress, expectLeads, expectSound, isFirst, LOOKS } from "./visits.ts";

const visits = [...visitsOf({ keyId: "key_of_nobody" }), receiptVisit("order_of_nobody")];

for (const look of LOOKS) {
  test(`signed out, every page is sound and leads where it should: ${look.theme}, ${look.width} px`, async ({
    page,
  }) => {
    test.slow();
    await dress(page, look);
    for (const { address, signedOut } of visits) {
      if (address !== signedOut && !isFirst(look)) continue;
      await expectLeads(page, address, signedOut);
      if (address === signedOut) await expectSound(page, address);
    }
  });
}
