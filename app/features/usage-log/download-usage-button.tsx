import { Download } from "lucide-react";
import { useRef } from "react";
import { Button } from "#app/components/ui/button.tsx";
import type { LogView } from "./use-log-view.ts";
import { useUsageFile } from "./use-usage-file.ts";

/** Of the same wideness whatever it says, so that nothing moves when a download begins or ends. */
export function DownloadUsageButton({ view }: { view: LogView }) {
  const { download, downloading, progress, cancel } = useUsageFile();
  const button = useRef<HTMLButtonElement>(null);
  const stop = () => {
    cancel();
    // It leaves with the download, and would take the focus with it.
    button.current?.focus();
  };
  return (
    <div className="flex w-52 gap-1.5 max-sm:w-full">
      <Button
        ref={button}
        busy={downloading}
        onClick={() => download(view)}
        className="min-w-0 flex-1 px-2.5 tabular"
      >
        {!downloading && <Download aria-hidden="true" />}
        {downloading ? progress || "Preparing…" : "Download CSV"}
      </Button>
      {downloading && (
        <Button variant="ghost" aria-label="Cancel the download" onClick={stop} className="px-2.5">
          Cancel
        </Button>
      )}
    </div>
  );
}
