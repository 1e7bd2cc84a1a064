import { useQueryClient } from "@tanstack/react-query";
import { Button } from "#app/components/ui/button.tsx";
import { api, unwrap } from "#app/lib/api-client.ts";
import { failureMessage } from "#app/lib/api-error.ts";
import { showStored } from "#app/lib/query-cache.ts";
import { toast } from "#app/lib/toast.ts";
import { useAction } from "#app/lib/use-form.ts";
import { stopMessages } from "./messages.ts";
import { stopQuery } from "./queries.ts";

interface StartButtonProps {
  size?: "sm" | "md";
  className?: string;
  onStarted?: () => void;
}

function onFailure(error: unknown): void {
  const { title, description } = stopMessages.startFailed;
  toast.failure({ title, description: failureMessage(error, description) });
}

/** Accepts requests again, at once and without a question. */
export function StartButton({ size = "sm", className, onStarted }: StartButtonProps) {
  const queryClient = useQueryClient();
  const { run: start, busy } = useAction(
    async () => {
      const stop = await unwrap(api.api.account.stop.$delete());
      void showStored(queryClient, stopQuery, stop);
      toast.success(stopMessages.started);
      onStarted?.();
    },
    { onFailure },
  );
  return (
    <Button size={size} busy={busy} onClick={() => void start()} className={className}>
      {busy ? stopMessages.starting : stopMessages.start}
    </Button>
  );
}
