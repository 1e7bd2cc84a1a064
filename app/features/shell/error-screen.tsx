import { isRouteErrorResponse, Link, useLocation } from "@remix-run/react";
import CloudOff from "lucide-react/icons/cloud-off";
import RefreshCw from "lucide-react/icons/refresh-cw";
import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import { Brand } from "#app/components/brand.tsx";
import { SupportText } from "#app/components/support-text.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { paths } from "#app/lib/paths.ts";

const CODE_MISSING_ID = "code-missing";

/** Runs in <head>, before the page's modules are requested: if one of them fails to load, none of them run. */
export const CODE_MISSING_SCRIPT = `;addEventListener("error",function(e){var t=e.target;
if(t&&t.tagName==="SCRIPT"&&t.type==="module"){var n=document.getElementById(${JSON.stringify(CODE_MISSING_ID)});if(n)n.hidden=false}},true);`;

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
      We couldn’t show this page{status && ` (status ${status})`}. Your keys and your balance are not
      affected. Reload the page. <SupportText>If it keeps failing, contact support.</SupportText>
    </p>
  );
}

/** Works without the page's code: a link instead of a button. */
export function CodeMissing() {
  const { pathname } = useLocation();
  return (
    <div
      id={CODE_MISSING_ID}
      hidden
      suppressHydrationWarning
      role="alert"
      className="fixed inset-x-4 bottom-6 z-50 mx-auto max-w-[26rem] rounded-card bg-overlay p-4 shadow-pop"
    >
      <div className="flex items-start gap-3 text-small">
        <CloudOff className="mt-0.5 size-4 shrink-0 text-ink-3" aria-hidden="true" />
        <div>
          <p className="font-medium">This page didn’t load completely</p>
          <p className="mt-0.5 text-ink-2">Check your connection, then reload it.</p>
          <Button asChild size="sm" className="mt-3">
            <a href={pathname}>Reload</a>
          </Button>
        </div>
      </div>
    </div>
  );
}
