import { paths } from "#app/lib/paths.ts";
import { get, newFundedUser } from "./accounts.ts";
import { receiptVisit, visitsOf } from "./route-table.ts";
import { giveSession, signIn, stack, test, WIDTHS } from "./support.ts";
import { dress, expectLeads, expectSound } from "./visits.ts";

test("signed in, every page passes all checks and redirects as it should", async ({ page }) => {
  // Every page at every width: minutes on a slow machine.
  test.setTimeout(600_000);
  const keys = await get<{ id: string }[]>(stack.demo, "/api/keys");
  await dress(page, WIDTHS);
  await giveSession(page);
  for (const { address, signedIn, signedOut } of visitsOf({ keyId: keys[0]?.id ?? "" })) {
    // Public pages are checked signed out; here only one, to check the account in its shell.
    const isForEverybody = signedIn === signedOut && address !== paths.documentation;
    if (address === signedIn && isForEverybody) continue;
    await expectLeads(page, address, signedIn);
    if (address === signedIn) await expectSound(page, address, WIDTHS);
  }
});

test("a receipt passes all checks", async ({ page }) => {
  const payer = await newFundedUser("payer");
  const { items } = await get<{ items: { id: string }[] }>(payer, "/api/receipts");
  await dress(page, WIDTHS);
  await signIn(page, payer);
  const { address } = receiptVisit(items[0]?.id ?? "");
  await expectLeads(page, address, address);
  await expectSound(page, address, WIDTHS);
});
