import { createRemixStub } from "@remix-run/testing";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import SignedInRoute from "#app/routes/signed-in.tsx";
import RecentActivityPage, { meta } from "#tests/examples/app/features/activity/recent-activity-page.tsx";
import { signIn } from "./support/session.ts";

function openExample() {
  signIn();
  const page = { path: "/", Component: RecentActivityPage };
  const Stub = createRemixStub([{ id: "signed-in", Component: SignedInRoute, children: [page] }]);
  render(<Stub />);
}

it("the example page shows its card, with the account's last actions", async () => {
  expect(meta()).toContainEqual({ title: "Activity · Latchkey" });
  openExample();
  expect(await screen.findByText("Key “Production” was created")).toBeVisible();
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Activity");
});
