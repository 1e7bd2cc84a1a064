import DownloadIcon from "lucide-react/icons/download";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { SupportText } from "#app/components/support-text.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogTitle,
  DialogTrigger,
} from "#app/components/ui/dialog.tsx";
import { formatBytes } from "#app/lib/format.ts";
import { toast } from "#app/lib/toast.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
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
  const form = useDataDownload(onDone);
  return (
    <form onSubmit={form.submit} noValidate aria-busy={form.busy}>
      <DialogTitle>{WORDS.download}</DialogTitle>
      <DialogDescription>{WORDS.purpose}</DialogDescription>
      {form.failure && (
        <Alert tone="danger" className="mt-4">
          <SupportText>{form.failure}</SupportText>
        </Alert>
      )}
      <DialogFooter>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" busy={form.busy} className="min-w-32 tabular-nums">
          {form.busy ? form.progress || "Preparing…" : "Download"}
        </Button>
      </DialogFooter>
    </form>
  );
}

function useDataDownload(onDone: () => void) {
  const [progress, setProgress] = useState("");
  const running = useRef(new AbortController());
  const { submit: run, busy, failure } = useSubmit(WORDS.failed);
  useEffect(() => () => running.current.abort(), []);

  async function download() {
    running.current = new AbortController();
    const { signal } = running.current;
    setProgress("");
    if (!(await downloadData({ signal, onBytes: (bytes) => setProgress(formatBytes(bytes)) }))) return;
    toast({ ...WORDS.saved, tone: "success" });
    onDone();
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    void run(download);
  }
  return { progress, submit, busy, failure };
}
