import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { fill } from "./support/fill.ts";
import { openScreen } from "./support/open-screen.tsx";

const dialog = async () => within(await screen.findByRole("dialog"));

it.each<[string, string, (user: UserEvent) => Promise<HTMLElement>]>([
  [
    "a key",
    "/api-keys",
    async (user) => {
      await user.click(await screen.findByRole("button", { name: "More actions for Production" }));
      await user.click(await screen.findByRole("menuitem", { name: "Rename" }));
      return (await dialog()).getByLabelText("Name");
    },
  ],
  [
    "an access token",
    "/profile",
    async (user) => {
      await user.click(await screen.findByRole("button", { name: "Create token" }));
      return (await dialog()).getByLabelText("Name");
    },
  ],
  [
    "a person",
    "/profile",
    async () => {
      const field = await screen.findByLabelText("Name");
      await waitFor(() => expect(field).toBeEnabled());
      return field;
    },
  ],
])(
  "a name of %s that is too long stays as it was pasted, and its field says so at once",
  async (_, path, open) => {
    const { user } = await openScreen(path);
    const field = await open(user);
    const name = "a".repeat(101);
    await fill(user, field, name);
    expect(field).toHaveValue(name);
    expect(field).toHaveAccessibleDescription(
      expect.stringContaining("The name must have at most 100 characters. This one has 101."),
    );
  },
);
