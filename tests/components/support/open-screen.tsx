import { matchPath, Outlet, useLocation } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { render } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import type { ComponentType } from "react";
import { requireOperator } from "#app/features/operator/require-operator.ts";
import { requireSession } from "#app/lib/auth/require-session.ts";
import { PUBLIC_CONFIG_ID } from "#app/lib/public-config.ts";
import AppShellRoute from "#app/routes/app-shell.tsx";
import OperatorRoute from "#app/routes/operator.tsx";
import SignedInRoute from "#app/routes/signed-in.tsx";
import type { PublicConfig } from "#worker/web/env.ts";
import { IDENTITY } from "./network.ts";
import { signIn } from "./session.ts";

const modules = import.meta.glob<{ default: ComponentType }>([
  "/app/routes/*.tsx",
  "/app/features/**/*-page.tsx",
]);

/** The file of each page (see `app/routes.ts`), by layout. */
const PAGES = {
  shell: {
    "/": "features/dashboard/dashboard-page",
    "/api-keys": "routes/api-keys",
    "/api-keys/:id/usage": "features/key-usage/key-usage-page",
    "/usage": "features/usage-log/usage-log-page",
    "/playground": "features/playground/playground-page",
    "/purchase-api-key": "features/payments/purchase-page",
    "/billing": "features/billing/billing-page",
    "/billing/receipts/:id": "features/billing/receipt-page",
    "/billing/statements/:month": "features/billing/statement-page",
    "/billing/auto-top-up/:id": "features/billing/charge-page",
    "/activity": "features/activity/activity-page",
    "/add-balance": "features/payments/add-balance-page",
    "/user-management": "features/account/user-management-page",
    "/profile": "features/account/profile-page",
    "/payment-success": "routes/payment-success",
  },
  desk: {
    "/operator": "features/operator/overview/overview-page",
    "/operator/accounts": "features/operator/accounts/accounts-page",
    "/operator/accounts/:id": "features/operator/account/account-page",
    "/operator/prices": "features/operator/prices/prices-page",
    "/operator/payments": "features/operator/payments/payments-page",
    "/operator/alerts": "features/operator/alerts/alerts-page",
    "/operator/audit": "features/operator/audit/audit-page",
  },
  signedIn: { "/payment/success": "routes/payment-return" },
  anyone: { "/pricing": "routes/pricing" },
  public: {
    "/login": "routes/login",
    "/signup": "routes/sign-up",
    "/reset-password": "routes/reset-password",
  },
};

const CONFIG: PublicConfig = {
  supabaseUrl: IDENTITY,
  supabaseKey: "sb_publishable_test",
  salesContact: "mailto:sales@example.com",
  supportContact: "mailto:support@example.com",
  origin: "https://latchkey.test",
};

function addressOf(path: string) {
  const { pathname, search, hash } = new URL(path, "http://latchkey.test");
  return { pathname, search, hash };
}

interface Screen {
  user: UserEvent;
  /** The current address, after any redirect. */
  address: () => string;
}

/**
 * Opens an address as the product does: its route in its layout, with a session where it needs one. Any page that it
 * navigates to is empty.
 */
export async function openScreen(start: string, state: unknown = null): Promise<Screen> {
  window.history.replaceState(null, "", start);
  writeConfig();
  let address = start;
  const Root = () => {
    const { pathname, search, hash } = useLocation();
    address = `${pathname}${search}${hash}`;
    return <Outlet />;
  };
  const Stub = createRemixStub([{ id: "root", Component: Root, children: await routesFor(start) }]);
  const user = userEvent.setup();
  render(<Stub initialEntries={[{ ...addressOf(start), state }]} />);
  return { user, address: () => address };
}

/** Without styles, a public frame would show its header and the shell's at once. */
const Main = () => (
  <main>
    <Outlet />
  </main>
);

const guard = ({ request }: { request: Request }) => requireSession(request);

async function routesFor(address: string) {
  const { pathname } = new URL(address, window.location.href);
  for (const [frame, pages] of Object.entries(PAGES)) {
    for (const [path, file] of Object.entries(pages)) {
      if (!matchPath(path, pathname)) continue;
      if (frame !== "public" && frame !== "anyone") signIn();
      const page = await modules[`/app/${file}.tsx`]?.();
      if (!page) throw new Error(`There is no ${file}.tsx`);
      return framed(frame, [
        {
          id: file,
          path,
          Component: page.default,
          ...(frame === "signedIn" && { loader: guard }),
          // Without what the server would read.
          ...(frame === "anyone" && { loader: () => ({ prices: null }) }),
        },
        { id: "elsewhere", path: "*", Component: Outlet },
      ]);
    }
  }
  throw new Error(`No page is at ${address}`);
}

type Routes = Parameters<typeof createRemixStub>[0];

function framed(frame: string, pages: Routes): Routes {
  if (frame === "public") return pages;
  const anyone: Routes = [{ id: "anyone", Component: Main, children: pages }];
  const shell: Routes = [{ id: "shell", Component: AppShellRoute, loader: guard, children: pages }];
  const desk: Routes = [
    {
      id: "operator",
      Component: OperatorRoute,
      children: pages,
      loader: ({ request }) => requireOperator(request),
    },
  ];
  return [
    { id: "signed-in", Component: SignedInRoute, children: { shell, anyone, desk }[frame] ?? pages },
    { id: "sign-in", path: "/login", Component: Outlet },
  ];
}

/** As the server writes it into every page. */
function writeConfig(): void {
  document.getElementById(PUBLIC_CONFIG_ID)?.remove();
  const script = document.createElement("script");
  script.id = PUBLIC_CONFIG_ID;
  script.type = "application/json";
  script.textContent = JSON.stringify(CONFIG);
  document.head.appendChild(script);
}
