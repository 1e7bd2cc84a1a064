import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { LazyComponent } from "#app/components/ui/lazy-component.tsx";
import { OnDemand, type OnDemandProps } from "#app/components/ui/on-demand.tsx";
import { CodeUnavailable } from "#app/lib/code/load-code.ts";

const unreachable = () => Promise.reject(new CodeUnavailable("unreachable", null));
const menu = { default: ({ trigger }: OnDemandProps) => <div role="menu">{trigger}</div> };
const form = { default: ({ name }: { name: string }) => <form aria-label={name} /> };
const alert = () => screen.findByRole("alert");

beforeEach(() => {
  // jsdom has no popovers.
  const { showPopover } = HTMLElement.prototype;
  HTMLElement.prototype.showPopover ??= () => undefined;
  return () => {
    HTMLElement.prototype.showPopover = showPopover;
  };
});

function renderMenu(load: () => Promise<typeof menu>) {
  render(
    <>
      <OnDemand load={load} popup="menu" trigger={<button type="button">Actions</button>} props={{}} />
      <input aria-label="Name" />
    </>,
  );
  return { user: userEvent.setup(), button: screen.getByRole("button", { name: "Actions" }) };
}

it("a menu that fails to load shows an error at its button, and opens on the next attempt", async () => {
  const load = vi.fn<() => Promise<typeof menu>>(unreachable);
  const { user, button } = renderMenu(load);
  await user.click(button);
  expect(await alert()).toHaveTextContent("This didn’t load");
  expect(button).toHaveAttribute("aria-expanded", "false");
  load.mockResolvedValue(menu);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("menu")).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();
});

it("a slow menu shows that it is loading, and doesn't open once the user has moved on", async () => {
  let arrive: (loaded: typeof menu) => void = () => undefined;
  const { user, button } = renderMenu(() => new Promise((resolve) => (arrive = resolve)));
  await user.click(button);
  expect(button).toHaveAttribute("aria-busy", "true");
  await user.click(screen.getByRole("textbox", { name: "Name" }));
  arrive(menu);
  await waitFor(() => expect(button).not.toHaveAttribute("aria-busy"));
  expect(screen.queryByRole("menu")).toBeNull();
  expect(screen.getByRole("textbox", { name: "Name" })).toHaveFocus();
});

it("a menu that throws keeps its button, and offers a reload instead of a retry", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { user, button } = renderMenu(async () => ({
    default: () => {
      throw new Error("planted");
    },
  }));
  await user.click(button);
  expect(await alert()).toHaveTextContent("Reload the page to try again.");
  expect(screen.getByRole("button", { name: "Actions" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  vi.mocked(console.error).mockReset();
});

it("a form that fails to load shows an error in its place, and loads by itself once the network is back", async () => {
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  onTestFinished(() => online.mockRestore());
  const load = vi.fn<() => Promise<typeof form>>(unreachable);
  render(<LazyComponent load={load} props={{ name: "Code" }} waiting="Loading" />);
  expect(screen.getByText("Loading")).toBeVisible();
  expect(await alert()).toHaveTextContent("You’re offline. We’ll try again when you reconnect.");
  expect(screen.queryByRole("button", { name: "Reload" })).toBeNull();
  load.mockResolvedValue(form);
  online.mockReturnValue(true);
  window.dispatchEvent(new Event("online"));
  expect(await screen.findByRole("form", { name: "Code" })).toBeVisible();
});
