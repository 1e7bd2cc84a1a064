import { Download } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import type { LogView } from "./use-log-view.ts";
import { useUsageFile } from "./use-usage-file.ts";

/** Of the same wideness whatever it says. */
export function DownloadUsageButton({ view }: { view: LogView }) {
  const { download, downloading, progress } = useUsageFile();
  return (
    <Button busy={downloading} onClick={() => download(view)} className="min-w-42 tabular max-sm:w-full">
      {!downloading && <Download aria-hidden="true" />}
      {downloading ? progress || "Preparing…" : "Download CSV"}
    </Button>
  );
}
