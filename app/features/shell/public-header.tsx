import { Link, useLocation, useRouteLoaderData } from "@remix-run/react";
import Menu from "lucide-react/icons/menu";
import { Brand } from "#app/components/brand.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { OnDemand } from "#app/components/ui/on-demand.tsx";
import { ThemeToggle } from "#app/features/theme/theme-toggle.tsx";
import { publicEntries } from "#app/lib/nav.ts";
import { paths } from "#app/lib/paths.ts";
import type { PublicConfig } from "#worker/web/env.ts";

/** The top bar of pages that anyone can read, for readers who are not signed in. */
export function PublicHeader() {
  const { pathname } = useLocation();
  // The changelog is a page of the documentation, with a link of its own.
  const current = publicEntries.findLast(({ to }) => `${pathname}/`.startsWith(`${to}/`))?.to;
  return (
    <header className="border-b bg-canvas">
      <div className="mx-auto flex h-topbar max-w-page items-center gap-8 px-8 max-lg:px-4">
        <Brand />
        <nav className="flex flex-1 items-center gap-1 max-sm:hidden" aria-label="Main">
          {publicEntries.map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              aria-current={to === current ? "page" : undefined}
              className="rounded-item px-2.5 py-1.5 text-small font-medium text-ink-2 hover:text-ink aria-[current=page]:text-ink"
            >
              {label}
            </Link>
          ))}
        </nav>
        <div className="flex items-center gap-2 max-sm:ml-auto">
          <span className="max-sm:hidden">
            <ThemeToggle />
          </span>
          <Button variant="ghost" size="sm" asChild className="max-sm:hidden">
            <Link to={paths.login}>Sign in</Link>
          </Button>
          <Button variant="primary" size="sm" asChild>
            <Link to={paths.signUp}>Sign up</Link>
          </Button>
          <span className="-mr-2 sm:hidden">
            <PublicMenu />
          </span>
        </div>
      </div>
    </header>
  );
}

function PublicMenu() {
  const button = (
    <Button variant="ghost" size="icon" aria-label="Open menu">
      <Menu className="size-4" aria-hidden="true" />
    </Button>
  );
  return <OnDemand load={() => import("./public-menu.tsx")} popup="menu" trigger={button} props={{}} />;
}

export function PublicFooter() {
  const root = useRouteLoaderData<{ config: PublicConfig }>("root");
  const contact = root?.config.salesContact;
  const links = "relative rounded-tag after:absolute after:-inset-2.5 hover:text-ink";
  return (
    <footer className="border-t">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-4 px-8 py-6 text-caption text-ink-3 max-lg:px-4">
        <span>Latchkey</span>
        <span className="flex gap-5">
          <Link to={paths.documentation} className={links}>
            Documentation
          </Link>
          <Link to={paths.terms} className={links}>
            Terms
          </Link>
          {contact && (
            <a href={contact} className={links}>
              Contact
            </a>
          )}
        </span>
      </div>
    </footer>
  );
}
