import { useMutation } from "@tanstack/react-query";
import type { ClientResponse } from "hono/client";
import { DownloadButton } from "#app/components/download-button.tsx";
import { successful } from "#app/lib/api-client.ts";
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
      const response = await successful(fetchFile());
      saveFile(await response.blob(), fileName);
    },
    onError: () => toast.failure(operatorMessages.download),
  });
  return <DownloadButton busy={isPending} onClick={() => mutate()} {...(className && { className })} />;
}
