import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { nextStepMessages as messages } from "#app/features/keys/messages.ts";
import type { UsageItem } from "#core/contract/usage.ts";
import { account, apiKey, balance, FULL_KEY, refusal } from "./support/account.ts";
import { expectNoAxeViolations } from "./support/expect-no-axe-violations.ts";
import { fill } from "./support/fill.ts";
import { respond } from "./support/network.ts";
import { openScreen } from "./support/open-screen.tsx";

const logOf = (changes: Partial<UsageItem> | null) => ({
  items: changes ? [{ ...account["GET /api/usage"].items[0], request_id: "req_1", ...changes }] : [],
  next_cursor: null,
});

/** Creates a test key without a balance, as the first steps lead to it. */
async function createTestKey() {
  respond("GET /api/account/balance", { ...balance, balance: 0, ever_funded: false });
  respond("GET /api/keys", []);
  const { user } = await openScreen("/api-keys#create-test");
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByRole("checkbox", { name: "Test key" })).toBeChecked();
  await fill(user, dialog.getByLabelText("Name"), "Trial");
  const created = apiKey({ id: "key_2", name: "Trial" });
  respond("POST /api/keys", { ...created, key: FULL_KEY }, 201);
  respond("GET /api/keys", [created]);
  await user.click(dialog.getByRole("button", { name: "Create API Key" }));
  return { user, step: within(await screen.findByRole("region", { name: messages.title })) };
}

it("a new key's next step holds its request in three languages, and waits for the response", async () => {
  respond("GET /api/usage", logOf(null));
  const { user, step } = await createTestKey();
  expect(step.getByText(/^curl/)).toBeVisible();
  for (const language of ["cURL", "Python", "TypeScript"]) {
    await user.click(step.getByRole("radio", { name: language }));
    expect(step.getByRole("figure")).toHaveTextContent(FULL_KEY);
  }
  expect(step.getByRole("status")).toHaveTextContent(messages.waiting);
  await expectNoAxeViolations();
  respond("GET /api/usage", logOf({ status_code: 200 }));
  expect(await step.findByText(messages.arrived)).toBeVisible();
  expect(step.getByRole("link", { name: messages.receipt })).toHaveAttribute("href", "/usage?request=req_1");
  await user.click(step.getByRole("button", { name: messages.close }));
  expect(document.body).not.toHaveTextContent(FULL_KEY);
});

it("a request that failed shows its status, until one succeeds", async () => {
  respond("GET /api/usage", logOf({ status_code: 402 }));
  const { step } = await createTestKey();
  expect(await step.findByText(messages.failed(402))).toBeVisible();
  respond("GET /api/usage", logOf({ status_code: 200, request_id: "req_2" }));
  expect(await step.findByText(messages.arrived)).toBeVisible();
  expect(step.getByRole("link", { name: messages.receipt })).toHaveAttribute("href", "/usage?request=req_2");
});

it("a request that is refused ends the wait with the cause and the way out, until one succeeds", async () => {
  respond("GET /api/usage", logOf(null));
  respond("GET /api/usage/refusals/current", {
    items: [refusal({ key_id: "key_2", code: "key_expired" })],
    other_keys_work: false,
  });
  const { step } = await createTestKey();
  expect(await step.findByText(messages.refused("403 Expired key"))).toBeVisible();
  expect(step.queryByText(messages.waiting)).toBeNull();
  expect(step.getByRole("link", { name: messages.whatToDo })).toHaveAttribute(
    "href",
    "/api-keys/key_2/usage",
  );
  await expectNoAxeViolations();
  respond("GET /api/usage", logOf({ status_code: 200 }));
  expect(await step.findByText(messages.arrived)).toBeVisible();
});
