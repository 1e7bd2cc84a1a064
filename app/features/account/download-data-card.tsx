import DownloadIcon from "lucide-react/icons/download";
import { useEffect, useRef, useState } from "react";
import { DialogForm } from "#app/components/dialog-form.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Dialog, DialogContent, DialogTrigger } from "#app/components/ui/dialog.tsx";
import { formatBytes } from "#app/lib/format.ts";
import { useForm } from "#app/lib/use-form.ts";
import { downloadData } from "./download-data.ts";
import { accountMessages } from "./messages.ts";

const WORDS = accountMessages.data;

export function DownloadDataCard() {
  const [open, setOpen] = useState(false);
  return (
    <Card className="flex items-center justify-between gap-6 p-5 max-lg:p-4 max-sm:flex-col max-sm:items-stretch max-sm:gap-4">
      <p className="text-small text-ink-2">{WORDS.contents}</p>
      <Dialog open={open} onOpenChange={setOpen}>
        <DialogTrigger asChild>
          <Button>
            <DownloadIcon aria-hidden="true" />
            {WORDS.download}
          </Button>
        </DialogTrigger>
        <DialogContent>
          <DownloadDataForm onDone={() => setOpen(false)} />
        </DialogContent>
      </Dialog>
    </Card>
  );
}

/** Closing the dialog cancels the download. */
function DownloadDataForm({ onDone }: { onDone: () => void }) {
  const [progress, setProgress] = useState("");
  const running = useRef(new AbortController());
  useEffect(() => () => running.current.abort(), []);
  const form = useForm({
    initial: {},
    send: () => {
      running.current = new AbortController();
      const { signal } = running.current;
      setProgress("");
      return downloadData({ signal, onBytes: (bytes) => setProgress(formatBytes(bytes)) });
    },
    notice: (isSaved) => (isSaved ? WORDS.saved : null),
    onSent: (isSaved) => isSaved && onDone(),
    fallback: WORDS.failed,
  });
  return (
    <DialogForm
      form={form}
      title={WORDS.download}
      description={WORDS.purpose}
      action={{ label: "Download", busyLabel: progress || "Preparing…" }}
    />
  );
}
