import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { filterQuery } from "#app/features/usage/usage-filter.ts";
import { readerZone } from "#app/features/usage/wall-clock.ts";
import { api } from "#app/lib/api-client.ts";
import { apiErrorOf } from "#app/lib/api-error.ts";
import { formatBytes } from "#app/lib/format.ts";
import { toast } from "#app/lib/toast.ts";
import { usageLogMessages } from "./messages.ts";
import { counting, openFile } from "./save-stream.ts";
import type { LogView } from "./use-log-view.ts";

type FileOf = Pick<LogView, "range" | "filter" | "status">;

/** Downloads the requests of a view. `progress` is what has come so far, while it does; `cancel` leaves nothing of it. */
export function useUsageFile() {
  const [progress, setProgress] = useState("");
  const running = useRef(new AbortController());
  const { mutate, isPending } = useMutation({
    mutationFn: async (view: FileOf) => {
      running.current = new AbortController();
      const { signal } = running.current;
      setProgress("");
      const file = await openFile(`latchkey-usage-${view.range}.csv`);
      if (!file) return;
      try {
        const body = await usageFile(view, signal);
        const counted = body.pipeThrough(counting((bytes) => setProgress(formatBytes(bytes))));
        await counted.pipeTo(file, { signal });
      } catch (error) {
        // A stream that broke has been ended already; one that never began has not.
        if (!file.locked) await file.abort().catch(() => undefined);
        if (!signal.aborted) throw error;
      }
    },
    onError: () => toast({ ...usageLogMessages.downloadFailed, tone: "danger" }),
  });
  return { download: mutate, downloading: isPending, progress, cancel: () => running.current.abort() };
}

async function usageFile(
  { range, filter, status }: FileOf,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const query = { range, tz: readerZone(), ...filterQuery(filter), ...(status && { status }) };
  const answer = await api.api["usage.csv"].$get({ query }, { init: { signal } });
  // At run time it is fetch's own Response; the client's type only narrows it.
  const response = answer as unknown as Response;
  if (!response.ok || !response.body) throw await apiErrorOf(response);
  return response.body;
}
