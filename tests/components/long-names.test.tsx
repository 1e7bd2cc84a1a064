import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { fill } from "./support/fill.ts";
import { openScreen } from "./support/open-screen.tsx";

const LONG_NAME = "a".repeat(101);
const nameInDialog = async () => within(await screen.findByRole("dialog")).getByLabelText("Name");

/** It stays as it was pasted, and its field says at once that it is too long. */
async function expectTooLong(user: UserEvent, field: HTMLElement): Promise<void> {
  await fill(user, field, LONG_NAME);
  expect(field).toHaveValue(LONG_NAME);
  expect(field).toHaveAccessibleDescription(
    expect.stringContaining("The name must have at most 100 characters. This one has 101."),
  );
}

it("a name that is too long is not cut: of a key", async () => {
  const { user } = await openScreen("/api-keys");
  await user.click(await screen.findByRole("button", { name: "More actions for Production" }));
  await user.click(await screen.findByRole("menuitem", { name: "Rename" }));
  await expectTooLong(user, await nameInDialog());
});

it("a name that is too long is not cut: of a person, and of an access token", async () => {
  const { user } = await openScreen("/profile");
  const field = await screen.findByLabelText("Name");
  await waitFor(() => expect(field).toBeEnabled());
  await expectTooLong(user, field);
  await user.click(await screen.findByRole("button", { name: "Create token" }));
  await expectTooLong(user, await nameInDialog());
});
