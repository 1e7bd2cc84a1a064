import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { api } from "#app/lib/api-client.ts";
import { apiErrorOf } from "#app/lib/api-error.ts";
import { toast } from "#app/lib/toast.ts";
import { billingMessages } from "./messages.ts";
import { saveFile } from "./save-file.ts";

const FILE_NAME = "latchkey-statement.csv";

export function DownloadStatementButton() {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const answer = await api.api["ledger.csv"].$get();
      // At run time it is fetch's own Response; the client's type only narrows it.
      if (!answer.ok) throw await apiErrorOf(answer as unknown as Response);
      saveFile(await answer.blob(), FILE_NAME);
    },
    onError: () => toast({ ...billingMessages.downloadFailed, tone: "danger" }),
  });
  return (
    <Button busy={isPending} onClick={() => mutate()} className="max-sm:w-full">
      {!isPending && <Download aria-hidden="true" />}
      {isPending ? "Preparing…" : "Download CSV"}
    </Button>
  );
}
