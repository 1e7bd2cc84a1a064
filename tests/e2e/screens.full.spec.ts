import { paths } from "#app/lib/paths.ts";
import { createKey, get, newFundedUser } from "./accounts.ts";
import { expectStill } from "./layout-shift.ts";
import { chargeVisit, receiptVisit, type Visit, visitsOf } from "./route-table.ts";
import { giveSession, newUser, personOf, stack, test, type User, WIDTHS } from "./support.ts";
import { ALL_WIDTHS, dress, expectLeads, expectSound } from "./visits.ts";

// The walks take minutes.
test.describe.configure({ timeout: 1_800_000 });

const demo = personOf();

/** All pages of the documentation have the layout of these two. */
const EXAMPLES: string[] = [paths.documentation, paths.documentationTopic("reference/list-api-keys")];
const widthsFor = ({ address, route }: Visit) =>
  route.startsWith("documentation/") && !EXAMPLES.includes(address) ? WIDTHS : ALL_WIDTHS;

test("signed in, every page passes all checks and redirects as it should", async () => {
  const { page, user } = demo();
  const keys = await get<{ id: string }[]>(user, "/api/keys");
  await dress(page, ALL_WIDTHS);
  for (const visit of visitsOf({ keyId: keys[0]?.id ?? "" })) {
    const { address, signedIn, signedOut } = visit;
    // Public pages are checked signed out; here only one, to check the account in its shell.
    const isForEverybody = signedIn === signedOut && address !== paths.documentation;
    if (address === signedIn && isForEverybody) continue;
    await expectLeads(page, address, signedIn);
    if (address === signedIn) await expectSound(page, address, widthsFor(visit));
  }
});

test("signed out, every page passes all checks and redirects as it should", async ({ page }) => {
  const visits = [
    ...visitsOf({ keyId: "key_of_nobody" }),
    receiptVisit("order_of_nobody"),
    chargeVisit("order_of_nobody"),
  ];
  // Pages load at phone width here, because the signed-in walk loads them in a wide window.
  await dress(page, WIDTHS.toReversed());
  for (const visit of visits) {
    const { address, signedOut } = visit;
    await expectLeads(page, address, signedOut);
    if (address === signedOut) await expectSound(page, address, widthsFor(visit).toReversed());
  }
});

test("a receipt passes all checks", async ({ page }) => {
  const payer = await newFundedUser("payer");
  const { items } = await get<{ items: { id: string }[] }>(payer, "/api/receipts");
  await dress(page, ALL_WIDTHS);
  await giveSession(page, payer);
  const { address } = receiptVisit(items[0]?.id ?? "");
  await expectLeads(page, address, address);
  await expectSound(page, address, ALL_WIDTHS);
});

/** Each screen with account data, and each response that can arrive last. */
const LOADS_OF_ACCOUNT = [
  [paths.dashboard, "api/figures"],
  [paths.dashboard, "api/account/balance"],
  [paths.dashboard, "api/account/subscription"],
  [paths.apiKeys, "api/keys"],
  [paths.apiKeys, "api/account/balance"],
  [paths.billing, "api/ledger/days"],
  [paths.billing, "api/statement"],
  [`${paths.billing}?tab=receipts`, "api/receipts"],
] as const;

/** Screens that look the same for every account. */
const LOADS_OF_ANYBODY = [
  [paths.addBalance, "api/account/balance"],
  [paths.purchaseApiKey, "api/account/subscription"],
  [paths.userManagement, "auth/v1/user"],
  [paths.profile, "auth/v1/user"],
  [paths.profile, "api/account/sessions"],
  [paths.activity, "api/audit"],
] as const;

async function userWithKey(): Promise<User> {
  const user = await newFundedUser("still");
  await createKey(user, "Production");
  return user;
}

for (const [account, width, makeUser, loads] of [
  ["the demo account", 1280, () => stack.demo, [...LOADS_OF_ACCOUNT, ...LOADS_OF_ANYBODY]],
  ["the demo account", 390, () => stack.demo, [...LOADS_OF_ACCOUNT, ...LOADS_OF_ANYBODY]],
  ["a new account", 390, () => newUser("still"), LOADS_OF_ACCOUNT],
  ["an account with one key", 1280, userWithKey, LOADS_OF_ACCOUNT],
] as const) {
  test(`nothing jumps while a screen of ${account} loads, whatever arrives last, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await giveSession(page, await makeUser());
    for (const [path, late] of loads) await expectStill(page, path, late);
  });
}
