import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { DownloadButton } from "#app/components/download-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { inRange } from "#app/lib/analytics/range-text.ts";
import { api, fileStream } from "#app/lib/api-client.ts";
import { formatBytes } from "#app/lib/format.ts";
import { CSV_FILE, counting, openFile } from "#app/lib/save-stream.ts";
import { toast } from "#app/lib/toast.ts";
import { usageQuery } from "#app/lib/usage-params.ts";
import { usageLogMessages } from "./messages.ts";
import type { LogView } from "./use-log-view.ts";

/** Nothing moves when a download begins or ends: the way to cancel it comes before the button. */
export function DownloadUsageButton({ view }: { view: LogView }) {
  const { download, downloading, progress, cancel } = useUsageDownload();
  const button = useRef<HTMLButtonElement>(null);
  const cancelDownload = () => {
    cancel();
    // The cancel button disappears and would take the focus with it.
    button.current?.focus();
  };
  return (
    <div className="flex justify-end gap-1.5 max-sm:w-full">
      {downloading && (
        <Button variant="ghost" aria-label="Cancel download" onClick={cancelDownload} className="px-2.5">
          Cancel
        </Button>
      )}
      <DownloadButton
        ref={button}
        busy={downloading}
        progress={progress}
        title={`Requests ${inRange(view.range)}`}
        onClick={() => download(view)}
        className="max-sm:flex-1"
      />
    </div>
  );
}

/** `progress` is the amount downloaded so far; `cancel` leaves no partial file behind. */
function useUsageDownload() {
  const [progress, setProgress] = useState("");
  const running = useRef(new AbortController());
  const { mutate, isPending } = useMutation({
    mutationFn: async (view: LogView) => {
      running.current = new AbortController();
      const { signal } = running.current;
      setProgress("");
      const file = await openFile(`latchkey-usage-${view.range.range}.csv`, CSV_FILE);
      if (!file) return;
      try {
        const body = await fetchUsageCsv(view, signal);
        const counted = body.pipeThrough(counting((bytes) => setProgress(formatBytes(bytes))));
        await counted.pipeTo(file, { signal });
      } catch (error) {
        // `pipeTo` aborts the file itself, but it may not have started.
        if (!file.locked) await file.abort().catch(() => undefined);
        if (!signal.aborted) throw error;
      }
    },
    onError: () => toast.failure(usageLogMessages.downloadFailed),
  });
  return { download: mutate, downloading: isPending, progress, cancel: () => running.current.abort() };
}

function fetchUsageCsv({ range, filter, status }: LogView, signal: AbortSignal) {
  const query = { ...usageQuery(range, filter), ...(status && { status }) };
  return fileStream(api.api["usage.csv"].$get({ query }, { init: { signal } }));
}
