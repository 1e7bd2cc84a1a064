import { get, newFundedUser, type User } from "./accounts.ts";
import { receiptVisit, visitsOf } from "./route-table.ts";
import { giveSession, signIn, stack, test, WIDTHS } from "./support.ts";
import { dress, expectLeads, expectSound, isFirst } from "./visits.ts";

let keyId = "";
let payer: User;
let receiptId = "";

test.beforeAll(async () => {
  const keys = await get<{ id: string }[]>(stack.demo, "/api/keys");
  keyId = keys[0]?.id ?? "";
  payer = await newFundedUser("payer");
  const { items } = await get<{ items: { id: string }[] }>(payer, "/api/receipts");
  receiptId = items[0]?.id ?? "";
});

for (const width of WIDTHS) {
  test(`signed in, every page is sound and leads where it should: ${width} px`, async ({ page }) => {
    test.slow();
    await dress(page, width);
    await giveSession(page);
    for (const { address, signedIn } of visitsOf({ keyId })) {
      if (address !== signedIn && !isFirst(width)) continue;
      await expectLeads(page, address, signedIn);
      if (address === signedIn) await expectSound(page, address, width);
    }
  });

  test(`a receipt is sound: ${width} px`, async ({ page }) => {
    await dress(page, width);
    await signIn(page, payer);
    const { address } = receiptVisit(receiptId);
    await expectLeads(page, address, address);
    await expectSound(page, address, width);
  });
}
