import { createRemixStub } from "@remix-run/testing";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { LongName } from "#app/components/long-name.tsx";
import { ButtonTooltip } from "#app/components/ui/button-tooltip.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#app/components/ui/tabs.tsx";
import { Tooltip } from "#app/components/ui/tooltip.tsx";
import { RankedList } from "#app/features/analytics/ranked-list.tsx";
import { CodeBlock } from "#app/features/docs/code-block.tsx";
import { AppShell } from "#app/features/shell/app-shell.tsx";
import { requireSession } from "#app/lib/auth/require-session.ts";
import { SESSION_STORAGE_KEY } from "#app/lib/auth/stored-session.ts";
import { createQueryClient } from "#app/lib/query-client.ts";
import { visitsOf } from "#tests/e2e/route-table.ts";
import { EMAIL, signIn } from "./support/session.ts";

const NAME = "Batch re-embedding of the customer support knowledge base, nightly, European region";

class AlwaysMeasured implements ResizeObserver {
  private readonly report: ResizeObserverCallback;
  constructor(report: ResizeObserverCallback) {
    this.report = report;
  }
  observe(): void {
    this.report([], this);
  }
  unobserve(): void {}
  disconnect(): void {}
}

/** Text needs three lines where only two are shown. */
function cutOff(): void {
  const needed = vi.spyOn(Element.prototype, "scrollHeight", "get").mockReturnValue(60);
  const shown = vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(40);
  const usual = window.ResizeObserver;
  window.ResizeObserver = AlwaysMeasured;
  onTestFinished(() => {
    needed.mockRestore();
    shown.mockRestore();
    window.ResizeObserver = usual;
  });
}

it("the app shell shows no page until the session is known", async () => {
  const client = createQueryClient();
  const page = () => (
    <QueryClientProvider client={client}>
      <AppShell session={undefined}>
        <p>The page</p>
      </AppShell>
    </QueryClientProvider>
  );
  const Stub = createRemixStub([{ path: "/profile", Component: page }]);
  render(<Stub initialEntries={["/profile"]} />);
  expect(await screen.findByRole("status", { name: "Loading" })).toHaveAttribute("aria-busy", "true");
  expect(screen.queryByText("The page")).toBeNull();
});

describe("the guard of protected pages", () => {
  const outcome = (address: string) =>
    requireSession(new Request(new URL(address, window.location.href))).catch((thrown: Response) =>
      thrown.headers.get("location"),
    );
  const guarded = visitsOf({ keyId: "key_1" }).filter(({ signedOut }) => signedOut.startsWith("/login?"));

  it("sends a signed-out reader of any of them to the sign-in page, which leads back", async () => {
    expect(guarded.length).toBeGreaterThan(10);
    for (const { address, signedOut } of guarded) expect(await outcome(address)).toBe(signedOut);
    expect(await outcome("/")).toBe("/login");
  });

  it("lets a signed-in reader through, without a network even after the token has expired", async () => {
    signIn();
    expect(await outcome("/billing")).toMatchObject({ user: { email: EMAIL } });
    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    onTestFinished(() => online.mockRestore());
    const session = JSON.parse(localStorage.getItem(SESSION_STORAGE_KEY) ?? "");
    localStorage.setItem(SESSION_STORAGE_KEY, JSON.stringify({ ...session, expires_at: 1 }));
    expect(await outcome("/billing")).toMatchObject({ user: { email: EMAIL } });
  });
});

describe("a long name", () => {
  it("that is cut off can be opened with the keyboard, and closed again", async () => {
    cutOff();
    render(<LongName>{NAME}</LongName>);
    const button = await screen.findByRole("button", { name: NAME, expanded: false });
    await userEvent.tab();
    expect(button).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    expect(screen.getByRole("button", { name: NAME, expanded: true })).toBe(button);
    expect(screen.getByText(NAME)).not.toHaveClass("line-clamp-2");
    await userEvent.keyboard("{Enter}");
    expect(screen.getByText(NAME)).toHaveClass("line-clamp-2");
  });

  it("that fits is text", () => {
    render(<LongName>Production</LongName>);
    expect(screen.getByText("Production")).toBeVisible();
    expect(screen.queryByRole("button")).toBeNull();
  });
});

describe("a list by share", () => {
  const bars = (shares: number[]) => {
    const rows = shares.map((share, at) => ({ id: `${at}`, name: `Key ${at}`, share, link: null }));
    const { container } = render(<RankedList head="Key" columns={[]} rows={rows} />);
    return [...container.querySelectorAll<HTMLElement>("li > [style]")].map(({ style }) => style.width);
  };

  it("has a bar for each row", () => expect(bars([60, 40])).toEqual(["60%", "40%"]));

  it("has none for a row with everything, which would look selected", () => expect(bars([100])).toEqual([]));
});

describe("the name of an icon button", () => {
  const openBell = () => {
    render(
      <button type="button" className="group relative" aria-label="Notifications">
        <ButtonTooltip>Notifications</ButtonTooltip>
      </button>,
    );
    return screen.getByText("Notifications").parentElement;
  };

  it.each<[string, () => Promise<void>]>([
    ["pointed at", () => userEvent.hover(screen.getByRole("button"))],
    ["focused", () => userEvent.tab()],
  ])("is hidden by Escape until the button is %s again", async (_, show) => {
    const tooltip = openBell();
    expect(tooltip).not.toHaveAttribute("hidden");
    await userEvent.keyboard("{Escape}");
    expect(tooltip).toHaveAttribute("hidden");
    await show();
    expect(tooltip).not.toHaveAttribute("hidden");
  });
});

describe("a tooltip", () => {
  it.each<[string, () => Promise<void>]>([
    ["the pointer", () => userEvent.hover(screen.getByRole("button"))],
    ["the focus", () => userEvent.tab()],
  ])("that %s opened is closed by Escape", async (_, open) => {
    render(
      <Tooltip content="Add a balance first">
        <button type="button">Create</button>
      </Tooltip>,
    );
    await open();
    expect(await screen.findByRole("tooltip", { name: "Add a balance first" })).toBeInTheDocument();
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("tooltip")).toBeNull());
  });
});

describe("tabs", () => {
  const open = () =>
    render(
      <Tabs defaultValue="statement">
        <TabsList aria-label="Records">
          <TabsTrigger value="statement">Statement</TabsTrigger>
          <TabsTrigger value="receipts">Receipts</TabsTrigger>
        </TabsList>
        <TabsContent value="statement">days</TabsContent>
        <TabsContent value="receipts">payments</TabsContent>
      </Tabs>,
    );

  it("show the focus ring to the keyboard, not after a click", async () => {
    open();
    const receipts = screen.getByRole("tab", { name: "Receipts" });
    await userEvent.click(receipts);
    expect(receipts).toHaveFocus();
    expect(receipts).toHaveAttribute("data-pressed");
    await userEvent.keyboard("{ArrowLeft}");
    const statement = screen.getByRole("tab", { name: "Statement" });
    expect(statement).toHaveFocus();
    expect(statement).not.toHaveAttribute("data-pressed");
    expect(receipts).not.toHaveAttribute("data-pressed");
  });
});

it("code blocks with the same title are no landmarks, which need names of their own", () => {
  render(
    <>
      <CodeBlock title="Terminal" html="a" />
      <CodeBlock title="Terminal" html="b" />
    </>,
  );
  expect(screen.getAllByRole("figure", { name: "Terminal" })).toHaveLength(2);
  expect(screen.queryByRole("region")).toBeNull();
});
