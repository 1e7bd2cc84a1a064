import { useQuery, useQueryClient } from "@tanstack/react-query";
import DownloadIcon from "lucide-react/icons/download";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { SupportText } from "#app/components/support-text.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { CodeInput } from "#app/components/ui/code-input.tsx";
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogTitle,
  DialogTrigger,
} from "#app/components/ui/dialog.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { isSixDigits } from "#app/features/auth/second-factor.ts";
import { formatBytes } from "#app/lib/format.ts";
import { toast } from "#app/lib/toast.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import { downloadData } from "./download-data.ts";
import { accountMessages } from "./messages.ts";
import { accountUserQuery } from "./queries.ts";

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
      {form.needsCode && (
        <Field
          label="Code from your authenticator app"
          error={form.missing && accountMessages.sixDigits}
          className="mt-5"
        >
          <CodeInput name="code" value={form.code} onValueChange={form.setCode} autoFocus />
        </Field>
      )}
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
  const [code, setCode] = useState("");
  const [missing, setMissing] = useState(false);
  const [progress, setProgress] = useState("");
  const running = useRef(new AbortController());
  const needsCode = Boolean(useQuery(accountUserQuery).data?.factor);
  const queryClient = useQueryClient();
  const { submit: run, busy, failure, reset } = useSubmit(WORDS.failed);
  useEffect(() => () => running.current.abort(), []);

  async function download() {
    running.current = new AbortController();
    const { signal } = running.current;
    setProgress("");
    try {
      const onBytes = (bytes: number) => setProgress(formatBytes(bytes));
      if (!(await downloadData({ code: needsCode ? code : null, signal, onBytes }))) return;
      toast({ ...WORDS.saved, tone: "success" });
      onDone();
    } catch (thrown) {
      // A code works once. It may also turn out only now that the account has a second factor.
      setCode("");
      void queryClient.invalidateQueries(accountUserQuery);
      throw thrown;
    }
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    const complete = !needsCode || isSixDigits(code);
    setMissing(!complete);
    if (complete) void run(download);
  }
  function edit(next: string) {
    setCode(next);
    reset();
  }
  return {
    code,
    setCode: edit,
    needsCode,
    missing: missing && !isSixDigits(code),
    progress,
    submit,
    busy,
    failure,
  };
}
