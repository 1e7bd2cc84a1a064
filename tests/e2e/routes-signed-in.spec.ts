import { paths } from "#app/lib/paths.ts";
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
    for (const { address, signedIn, signedOut } of visitsOf({ keyId })) {
      const leadsElsewhere = address !== signedIn;
      // A page for everybody is looked at by who is signed out; here only one, for the account in its head.
      const isForEverybody = signedIn === signedOut && address !== paths.documentation;
      if (leadsElsewhere ? !isFirst(width) : isForEverybody) continue;
      await expectLeads(page, address, signedIn);
      if (!leadsElsewhere) await expectSound(page, address, width);
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
