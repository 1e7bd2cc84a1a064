import { newFundedUser } from "./accounts.ts";
import { expectStill } from "./layout-shift.ts";
import { giveOperatorSession, newOperatorSession } from "./operator-support.ts";
import { deskVisitsOf } from "./route-table.ts";
import { stack, test } from "./support.ts";
import { ALL_WIDTHS, dress, expectLeads, expectSound } from "./visits.ts";

// Every document of the desk has status 404, which browsers log.
test.use({ expectedErrors: [/Failed to load resource/] });
test.describe.configure({ timeout: 1_800_000 });

test("every page of the desk passes all checks, and keeps still when its response is late", async ({
  page,
}) => {
  const customer = await newFundedUser("looked-through");
  const { session } = await newOperatorSession();
  const response = await fetch(
    new URL(`/api/operator/accounts?search=${encodeURIComponent(customer.email)}`, stack.web),
    {
      headers: { authorization: `Bearer ${session.access_token}` },
    },
  );
  const { items } = (await response.json()) as { items: { id: number }[] };
  await giveOperatorSession(page, session);
  await dress(page, ALL_WIDTHS);
  for (const { address, title, late } of deskVisitsOf(items[0]?.id ?? 0)) {
    await expectLeads(page, address, address, `${title} · Latchkey operator`);
    await expectSound(page, address, ALL_WIDTHS);
    await expectStill(page, address, late);
  }
});
