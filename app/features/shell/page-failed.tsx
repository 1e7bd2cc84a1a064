import { useLocation, useRevalidator } from "@remix-run/react";
import { CloudOff, RefreshCw, TriangleAlert } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { reload, useRetryWhenOnline } from "#app/components/ui/code-failed.tsx";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { CodeUnavailable } from "#app/lib/code/load-code.ts";
import { knownNewBuild } from "#app/lib/code/new-build.ts";
import { useOnline } from "#app/lib/code/use-online.ts";
import { NotShownText } from "./error-screen.tsx";
import { pageOutline } from "./page-outline.ts";

/** The build for which this tab has already opened a page anew. */
const OPENED_FOR = "latchkey-opened-for-build";

interface PageFailedProps {
  error: unknown;
  /** Set when only the page's code is missing; otherwise the page's data is loaded again. */
  retry?: () => Promise<void>;
}

/** Shown instead of a page that could not be loaded or rendered. The shell around it keeps working. */
export function PageFailed({ error, retry }: PageFailedProps) {
  const { pathname } = useLocation();
  const { title } = pageOutline(pathname);
  const failure = failureOf(error);
  const leaving = useMemo(() => mayOpenAnew(error), [error]);
  useEffect(() => {
    if (leaving) openAnew();
    else if (failure === null) console.error("The page could not be shown.", error);
  }, [leaving, failure, error]);
  return (
    <>
      <PageHeader title={title} />
      {/* The newer build has this page: its own document is on the way. */}
      {!leaving && (
        <Card role="alert" className="flex flex-col items-center px-6 py-20 text-center max-lg:py-14">
          {failure ? <NotLoaded failure={failure} reloadPage={retry} /> : <NotShown error={error} />}
        </Card>
      )}
    </>
  );
}

/** Null when the page loaded but could not be rendered. Otherwise its data or its code is unreachable. */
function failureOf(error: unknown): CodeUnavailable["failure"] | null {
  if (error instanceof CodeUnavailable) return error.failure;
  return error instanceof TypeError && FETCH_FAILED.test(error.message) ? "unreachable" : null;
}

/** The wording of Chrome, Firefox and Safari. */
const FETCH_FAILED = /Failed to fetch|NetworkError|Load failed/;

interface NotLoadedProps {
  failure: CodeUnavailable["failure"];
  reloadPage: PageFailedProps["retry"];
}

function NotLoaded({ failure, reloadPage }: NotLoadedProps) {
  const online = useOnline();
  const { revalidate, state } = useRevalidator();
  const [trying, setTrying] = useState(false);
  const retry = async () => {
    if (!reloadPage) return revalidate();
    setTrying(true);
    await reloadPage();
    setTrying(false);
  };
  const busy = trying || state === "loading";
  useRetryWhenOnline(online, retry);
  const again = failure === "unreachable";
  return (
    <>
      <span className="grid size-10 place-items-center rounded-control border bg-canvas text-ink-2">
        <CloudOff className="size-5" aria-hidden="true" />
      </span>
      <h2 className="mt-4 text-lead font-semibold">This page didn’t load</h2>
      <p className="mt-1 max-w-sm text-body text-ink-2">
        {adviceFor(failure, online)} Your keys keep working.
      </p>
      <div className="mt-5 flex flex-wrap justify-center gap-2">
        {again && (
          <Button variant="primary" busy={busy} onClick={retry}>
            {!busy && <RefreshCw aria-hidden="true" />}
            Try again
          </Button>
        )}
        {/* Without a network, a reload would only lose the page. */}
        {online && (
          <Button variant={again ? "secondary" : "primary"} onClick={reload}>
            Reload the app
          </Button>
        )}
      </div>
    </>
  );
}

function NotShown({ error }: { error: unknown }) {
  return (
    <>
      <span className="grid size-10 place-items-center rounded-full bg-danger-soft text-danger-ink">
        <TriangleAlert className="size-5" aria-hidden="true" />
      </span>
      <h2 className="mt-4 text-lead font-semibold">Something went wrong</h2>
      <NotShownText error={error} />
      <Button variant="primary" className="mt-5" onClick={reload}>
        <RefreshCw aria-hidden="true" />
        Reload page
      </Button>
    </>
  );
}

function adviceFor(failure: CodeUnavailable["failure"], online: boolean): string {
  if (!online) return "You’re offline. It will open as soon as you reconnect.";
  if (failure === "unreachable") return "We tried three times. Check your connection, then try again.";
  return "Reload the app to open it.";
}

let isLeaving = false;

/** At most once per build; otherwise a page that is still missing would reload forever. */
function mayOpenAnew(error: unknown): boolean {
  const build = knownNewBuild();
  if (!(error instanceof CodeUnavailable) || error.failure !== "gone" || build === null) return false;
  return isLeaving || sessionStorage.getItem(OPENED_FOR) !== build;
}

function openAnew(): void {
  isLeaving = true;
  sessionStorage.setItem(OPENED_FOR, knownNewBuild() ?? "");
  reload();
}
