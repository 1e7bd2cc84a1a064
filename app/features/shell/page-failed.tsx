import { useLocation, useRevalidator } from "@remix-run/react";
import CloudOff from "lucide-react/icons/cloud-off";
import RefreshCw from "lucide-react/icons/refresh-cw";
import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import { useEffect, useMemo, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { reload, useRetryWhenOnline } from "#app/components/ui/code-failed.tsx";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { CodeUnavailable } from "#app/lib/code/load-code.ts";
import { knownNewBuild } from "#app/lib/code/new-build.ts";
import { useOnline } from "#app/lib/code/use-online.ts";
import { pageAt, UNKNOWN_PAGE } from "#app/lib/pages.ts";
import { NotShownText } from "./error-screen.tsx";

const RELOADED_FOR_KEY = "latchkey-opened-for-build";
/** The messages of Chrome, Firefox and Safari. */
const FETCH_FAILED = /Failed to fetch|NetworkError|Load failed/;

interface PageFailedProps {
  error: unknown;
  /** Set when only the page's code is missing. Otherwise a retry loads the page's data again. */
  retry?: () => Promise<void>;
}

export function PageFailed({ error, retry }: PageFailedProps) {
  const { pathname } = useLocation();
  const { title } = (pageAt(pathname) ?? UNKNOWN_PAGE).heading;
  const failure = failureOf(error);
  const leaving = useMemo(() => mayReload(error), [error]);
  useEffect(() => {
    if (leaving) reloadForNewBuild();
    else if (failure === null) console.error("The page could not be shown.", error);
  }, [leaving, failure, error]);
  return (
    <>
      <PageHeader title={title} />
      {!leaving && (
        <Card role="alert" className="flex flex-col items-center px-6 py-20 text-center max-lg:py-14">
          {failure ? <NotLoaded failure={failure} reloadPage={retry} /> : <NotShown error={error} />}
        </Card>
      )}
    </>
  );
}

/** Null when the page loaded but couldn't be rendered. */
function failureOf(error: unknown): CodeUnavailable["failure"] | null {
  if (error instanceof CodeUnavailable) return error.failure;
  return error instanceof TypeError && FETCH_FAILED.test(error.message) ? "unreachable" : null;
}

type NotLoadedProps = { failure: CodeUnavailable["failure"]; reloadPage: PageFailedProps["retry"] };

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
  const canRetry = failure === "unreachable";
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
        {canRetry && (
          <Button variant="primary" busy={busy} onClick={retry}>
            {!busy && <RefreshCw aria-hidden="true" />}
            Try again
          </Button>
        )}
        {/* Offline, a reload would only lose the page. */}
        {online && (
          <Button variant={canRetry ? "secondary" : "primary"} onClick={reload}>
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

/** Once per build, or a page that is still missing would reload forever. */
function mayReload(error: unknown): boolean {
  const build = knownNewBuild();
  if (!(error instanceof CodeUnavailable) || error.failure !== "gone" || build === null) return false;
  return isLeaving || sessionStorage.getItem(RELOADED_FOR_KEY) !== build;
}

function reloadForNewBuild(): void {
  isLeaving = true;
  sessionStorage.setItem(RELOADED_FOR_KEY, knownNewBuild() ?? "");
  reload();
}
