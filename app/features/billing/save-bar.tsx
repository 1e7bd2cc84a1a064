import { useBlocker } from "@remix-run/react";
import { useEffect } from "react";
import { Button } from "#app/components/ui/button.tsx";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogTitle,
} from "#app/components/ui/dialog.tsx";
import { failureMessage } from "#app/lib/api-error.ts";
import { settingsMessages } from "./messages.ts";
import type { Settings } from "./settings-form.ts";

/** The one way to save, always in view. */
export function SaveBar({ settings: { form } }: { settings: Settings }) {
  const { busy, ready: unsaved, error } = form;
  // Also what a field shows, which may be out of view.
  const failure = error === null ? null : failureMessage(error, settingsMessages.settingsFailed);
  return (
    <div
      data-bottom-bar
      className="sticky bottom-0 z-10 -mb-12 flex items-center justify-end gap-3 bg-canvas py-3 shadow-bottom-bar [clip-path:inset(-1px_-100vmax_0)]"
    >
      <p
        role={failure ? "alert" : "status"}
        className={`mr-auto min-w-0 text-caption ${failure ? "text-danger-ink" : "text-ink-3"}`}
      >
        {failure ?? (unsaved ? settingsMessages.unsaved : settingsMessages.saved)}
      </p>
      <Button
        type="submit"
        variant={unsaved ? "primary" : "secondary"}
        busy={busy}
        aria-disabled={!unsaved || undefined}
        className="min-w-32"
      >
        {busy ? settingsMessages.saving : settingsMessages.save}
      </Button>
    </div>
  );
}

interface LeaveGuardProps {
  unsaved: boolean;
  discard: () => void;
  description: string;
}

/** Asks before changes are lost: on the way to another page or tab, and when the browser closes the page. */
export function LeaveGuard({ unsaved, discard, description }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && addressOf(currentLocation) !== addressOf(nextLocation),
  );
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [unsaved]);
  function leave() {
    discard();
    blocker.proceed?.();
  }
  return (
    <Dialog open={blocker.state === "blocked"} onOpenChange={(open) => !open && blocker.reset?.()}>
      <DialogContent>
        <DialogTitle>{settingsMessages.leaveTitle}</DialogTitle>
        <DialogDescription>{description}</DialogDescription>
        <DialogFooter>
          <Button onClick={() => blocker.reset?.()}>{settingsMessages.stay}</Button>
          <Button variant="danger" onClick={leave}>
            {settingsMessages.leave}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

const addressOf = ({ pathname, search }: { pathname: string; search: string }) => pathname + search;
