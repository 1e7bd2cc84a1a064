import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { fill } from "./support/fill.ts";
import { fail } from "./support/network.ts";
import { openScreen } from "./support/open-screen.tsx";
import { EMAIL } from "./support/session.ts";

const FAILED = "Something went wrong. Please contact support with the request id.";

async function expectSupportLink(place: HTMLElement): Promise<void> {
  const link = await within(place).findByRole("link", { name: "contact support" });
  expect(link).toHaveAttribute("href", "mailto:support@example.com");
}

it("a list that fails to load leads to the operator's support", async () => {
  fail("GET /api/notifications", FAILED);
  const { user } = await openScreen("/activity");
  await user.click(await screen.findByRole("button", { name: /^Notifications/ }));
  await expectSupportLink(await screen.findByRole("dialog", { name: "Notifications" }));
});

it("a dialog whose action fails leads to the operator's support", async () => {
  fail("DELETE /api/account", FAILED);
  const { user } = await openScreen("/profile");
  await user.click(await screen.findByRole("button", { name: "Delete account" }));
  const dialog = await screen.findByRole("dialog", { name: "Delete account" });
  await fill(user, within(dialog).getByLabelText(`Type ${EMAIL} to confirm`), EMAIL);
  await user.click(within(dialog).getByRole("button", { name: "Delete account" }));
  await expectSupportLink(await within(dialog).findByRole("alert"));
});

it("a toast about a payment that can't be verified leads to the operator's support", async () => {
  fail("POST /api/account/payment-link-completion", "…", { status: 502, code: "payment_provider_error" });
  await openScreen("/payment-success?session_id=cs_test_1");
  const toast = (await screen.findByText("Error verifying payment")).closest("li");
  await expectSupportLink(toast as HTMLElement);
});
