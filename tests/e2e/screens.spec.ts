import { loginPath, paths } from "#app/lib/paths.ts";
import { expectStill } from "./layout-shift.ts";
import { expect, fillSignIn, personOf, test } from "./support.ts";
import { ALL_WIDTHS, dress, expectLeads, expectSound } from "./visits.ts";

// `screens.full.spec.ts` walks over all pages.

const demo = personOf();

for (const [name, address] of [
  ["the dashboard", paths.dashboard],
  ["the page of the keys", paths.apiKeys],
] as const) {
  test(`${name} is readable in both themes at every width, and keeps still`, async () => {
    const { page } = demo();
    await dress(page, ALL_WIDTHS);
    await expectLeads(page, address, address);
    await expectSound(page, address, ALL_WIDTHS);
  });
}

test("a signed-out reader of a protected page gets a readable sign-in page, and comes back", async ({
  page,
}) => {
  const widths = ALL_WIDTHS.toReversed();
  const wanted = `${paths.addBalance}?amount=50`;
  await dress(page, widths);
  await expectLeads(page, wanted, loginPath(wanted));
  await expectSound(page, loginPath(wanted), widths);
  await fillSignIn(page);
  await expect(page).toHaveURL(wanted);
  await expect(page.getByRole("radio", { name: /50/ })).toBeChecked();
});

test("nothing jumps while a screen loads, whatever arrives last", async () => {
  const { page } = demo();
  await expectStill(page, paths.dashboard, "api/figures");
  await expectStill(page, paths.apiKeys, "api/keys");
  await page.setViewportSize({ width: 390, height: 844 });
  await expectStill(page, paths.billing, "api/ledger/days");
});
