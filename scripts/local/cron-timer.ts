const RETRY_MS = 2_000;

/** Calls the cron address now and then, after a failure sooner; locally nothing else does. One call at a time. */
export function startCronTimer(
  address: string,
  intervalMs: number,
  onError: (message: string) => void,
): () => void {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const tick = async () => {
    let failed = true;
    try {
      const response = await fetch(address, { signal: AbortSignal.timeout(60_000) });
      failed = !response.ok;
      if (failed) onError(`The cron returned ${response.status}.`);
      await response.arrayBuffer();
    } catch (error) {
      if (!stopped)
        onError(`The cron could not be called: ${error instanceof Error ? error.message : String(error)}`);
    }
    if (!stopped) timer = setTimeout(() => void tick(), failed ? Math.min(RETRY_MS, intervalMs) : intervalMs);
  };
  timer = setTimeout(() => void tick(), intervalMs);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
