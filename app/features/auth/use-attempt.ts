import { useRef, useState } from "react";
import { failureMessage } from "./failure-message.ts";

/** One call of a form at a time: whether it runs, and what the last one failed with. */
export function useAttempt(fallback: string) {
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const attempt = async (action: () => Promise<void>): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setFailure(null);
    await action().catch((thrown: unknown) => setFailure(failureMessage(thrown, fallback)));
    running.current = false;
    setBusy(false);
  };
  return { attempt, busy, failure, setFailure };
}

/** The provider's client answers with its failures; here they are thrown. */
export function throwFailure({ error }: { error: Error | null }): void {
  if (error) throw error;
}
