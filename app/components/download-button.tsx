import Download from "lucide-react/icons/download";
import { forwardRef } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { cn } from "#app/lib/class-names.ts";

interface DownloadButtonProps {
  busy: boolean;
  /** How far the download is, once that is known. */
  progress?: string;
  title?: string;
  className?: string;
  onClick: () => void;
}

/** Keeps its width while the file is on its way. */
export const DownloadButton = forwardRef<HTMLButtonElement, DownloadButtonProps>(function DownloadButton(
  { busy, progress = "", ...rest },
  ref,
) {
  return (
    <Button ref={ref} busy={busy} {...rest} className={cn("min-w-38 tabular-nums", rest.className)}>
      {!busy && <Download aria-hidden="true" />}
      {busy ? progress || "Preparing…" : "Download CSV"}
    </Button>
  );
});
