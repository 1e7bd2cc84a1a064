import { paths } from "#app/lib/paths.ts";
import { put } from "./accounts.ts";
import { banner, card, chat, expectNoticed, working } from "./refusals-support.ts";
import { expect, test } from "./support.ts";
import { takeBalance } from "./usage-support.ts";

test("a customer without a balance sees that funds are missing, and where to add them", async ({ page }) => {
  const { user, key, id } = await working(page, "refused-balance");
  await takeBalance(user);
  // Any change of a key makes the gateway read the account again at once.
  await put(user, `/api/keys/${id}/budgets`, { budgets: [] });
  expect((await chat(key)).status).toBe(402);
  await expect(banner(page)).toContainText(
    /Production has been refused since \d\d:\d\d: your balance is too low/,
  );
  await expect(card(page)).toContainText(/402 Balance too low/);
  await expectNoticed(user, /balance/i);
  await banner(page).getByRole("link", { name: "Add funds" }).click();
  await expect(page).toHaveURL(paths.addBalance);
});
