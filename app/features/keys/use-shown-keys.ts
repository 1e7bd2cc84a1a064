import { useEffect, useState } from "react";
import { toast } from "#app/lib/toast.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { keyMessages } from "./messages.ts";
import { revealKey } from "./use-api-keys.ts";

/**
 * The full keys on screen while the mask is off, by id. They live in this component's memory alone and are
 * forgotten when the mask returns. One is asked for after the other; the first refusal ends the asking.
 */
export function useShownKeys(keys: ApiKey[], masked: boolean): Record<string, string> {
  const [shown, setShown] = useState<Record<string, string>>({});
  const [refused, setRefused] = useState(false);
  const next = masked || refused ? undefined : keys.find(({ id }) => shown[id] === undefined)?.id;

  useEffect(() => {
    if (!masked) return;
    setShown({});
    setRefused(false);
  }, [masked]);

  useEffect(() => {
    if (next === undefined) return;
    let wanted = true;
    revealKey(next)
      .then((key) => wanted && setShown((before) => ({ ...before, [next]: key })))
      .catch(() => {
        if (!wanted) return;
        setRefused(true);
        toast({ ...keyMessages.revealFailed, tone: "danger" });
      });
    return () => {
      wanted = false;
    };
  }, [next]);

  return masked ? {} : shown;
}
