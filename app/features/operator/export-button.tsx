import { useMutation } from "@tanstack/react-query";
import type { ClientResponse } from "hono/client";
import { DownloadButton } from "#app/components/download-button.tsx";
import { apiErrorOf } from "#app/lib/api-error.ts";
import { saveFile } from "#app/lib/save-file.ts";
import { toast } from "#app/lib/toast.ts";
import { operatorMessages } from "./messages.ts";

interface ExportButtonProps {
  fileName: string;
  fetchFile: () => Promise<ClientResponse<unknown, number, string>>;
  className?: string;
}

export function ExportButton({ fileName, fetchFile, className }: ExportButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const response = await fetchFile();
      // At run time it is fetch's own Response; the client's type only narrows it.
      if (!response.ok) throw await apiErrorOf(response as unknown as Response);
      saveFile(await response.blob(), fileName);
    },
    onError: () => toast.failure(operatorMessages.download),
  });
  return <DownloadButton busy={isPending} onClick={() => mutate()} {...(className && { className })} />;
}
