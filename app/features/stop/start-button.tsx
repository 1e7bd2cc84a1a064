import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "#app/components/ui/button.tsx";
import { api, unwrap } from "#app/lib/api-client.ts";
import { failureMessage } from "#app/lib/api-error.ts";
import { showStored } from "#app/lib/query-cache.ts";
import { toast } from "#app/lib/toast.ts";
import { stopMessages } from "./messages.ts";
import { stopQuery } from "./queries.ts";

interface StartButtonProps {
  size?: "sm" | "md";
  className?: string;
  onStarted?: () => void;
}

/** Accepts requests again, at once and without a question. */
export function StartButton({ size = "sm", className, onStarted }: StartButtonProps) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => unwrap(api.api.account.stop.$delete()),
    onSuccess: (stop) => {
      void showStored(queryClient, stopQuery, stop);
      toast({ ...stopMessages.started, tone: "success" });
      onStarted?.();
    },
    onError: (error) => {
      const { title, description } = stopMessages.startFailed;
      toast({ title, description: failureMessage(error, description), tone: "danger" });
    },
  });
  return (
    <Button size={size} busy={isPending} onClick={() => mutate()} className={className}>
      {isPending ? stopMessages.starting : stopMessages.start}
    </Button>
  );
}
