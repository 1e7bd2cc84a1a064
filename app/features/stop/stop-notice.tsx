import { useQuery } from "@tanstack/react-query";
import OctagonPause from "lucide-react/icons/octagon-pause";
import { useIdle } from "#app/lib/idle.ts";
import { stopMessages } from "./messages.ts";
import { stopQuery } from "./queries.ts";
import { StartButton } from "./start-button.tsx";

/** On every screen while all keys are stopped. */
export function StopNotice() {
  const { data } = useQuery({ ...stopQuery, enabled: useIdle() });
  return (
    // Always there, so that a screen reader announces a stop.
    <div aria-live="polite">
      {data?.stopped_at && (
        <div className="flex min-h-11 items-center justify-center gap-x-3 gap-y-1 border-b bg-danger-soft px-4 py-1.5 text-small text-danger-ink">
          <OctagonPause className="size-4 shrink-0" strokeWidth={1.75} aria-hidden="true" />
          <p>
            <strong className="font-medium">{stopMessages.notice}</strong>{" "}
            <span className="max-sm:hidden">{stopMessages.noticeDetail}</span>
          </p>
          <StartButton />
        </div>
      )}
    </div>
  );
}
