import { isRouteErrorResponse, Link } from "@remix-run/react";
import { RefreshCw, TriangleAlert } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { paths } from "#app/lib/paths.ts";
import { Brand } from "./brand.tsx";

/** Shown when a page could not be rendered, without the details of the failure. */
export function ErrorScreen({ error }: { error: unknown }) {
  return (
    <div className="flex min-h-screen flex-col">
      <header className="flex h-16 items-center px-10 max-lg:px-5">
        <Brand />
      </header>
      <main className="grid flex-1 place-items-center px-4 pb-24">
        <Card role="alert" className="w-full max-w-[26rem] px-8 py-10 text-center max-sm:px-5">
          <span className="mx-auto grid size-12 place-items-center rounded-full bg-danger-soft text-danger-ink">
            <TriangleAlert className="size-6" aria-hidden="true" />
          </span>
          <h1 className="mt-5 text-lead font-semibold">Something went wrong</h1>
          <NotShownText error={error} />
          <div className="mt-6 grid gap-2">
            <Button variant="primary" size="lg" onClick={() => window.location.reload()}>
              <RefreshCw aria-hidden="true" />
              Reload page
            </Button>
            <Button size="lg" asChild>
              <Link to={paths.dashboard} reloadDocument>
                Go to Dashboard
              </Link>
            </Button>
          </div>
        </Card>
      </main>
    </div>
  );
}

export function NotShownText({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : null;
  return (
    <p className="mt-1 max-w-sm text-body text-ink-2">
      This page could not be shown{status && ` (status ${status})`}. Your keys and your balance are not
      affected. Reload the page; if it keeps failing, contact support.
    </p>
  );
}
