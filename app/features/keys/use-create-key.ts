import { useNavigate } from "@remix-run/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { BALANCE_QUERY_KEY } from "#app/features/balance/use-balance.ts";
import { api, unwrap } from "#app/lib/api-client.ts";
import { paths } from "#app/lib/paths.ts";
import { toast } from "#app/lib/toast.ts";
import { createFailure } from "./create-failure.ts";
import { expiryProblem, expiryValue, NEVER } from "./expiry.ts";
import { keyMessages } from "./messages.ts";
import type { NewKey } from "./new-key.ts";
import { useRefreshKeys } from "./use-api-keys.ts";

const EMPTY = { name: "", expiry: NEVER };
type Draft = typeof EMPTY & { test: boolean };
interface Problem {
  at: "name" | "expiry";
  message: string;
}

interface CreateOptions {
  balance?: number | undefined;
  /** Whether the form begins with a test key, which needs no balance. */
  test?: boolean;
}

/** The create form: what it holds, what is wrong with it, and what happens when it is sent (spec section 5). */
export function useCreateKey({ balance, test = false }: CreateOptions, onCreated: (key: NewKey) => void) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const refresh = useRefreshKeys();
  const [draft, setDraft] = useState<Draft>({ ...EMPTY, test });
  const [problem, setProblem] = useState<Problem | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: ({ name, expiry, test: isTest }: Draft) =>
      unwrap(
        api.api.keys.$post({
          json: {
            name,
            ...(expiry.kind !== "never" && { expires_at: expiryValue(expiry, Date.now()) }),
            ...(isTest && { test: isTest }),
          },
        }),
      ),
    onSettled: refresh,
    // The answer holds the full key: it does not stay in the cache.
    gcTime: 0,
    onSuccess: ({ id, name: made, key }) => {
      setDraft({ ...EMPTY, test });
      onCreated({ id, key });
      const description = `“${made}” is ready. Copy it from the list at any time.`;
      toast({ ...keyMessages.created, description, tone: "success" });
    },
    onError: (error) => {
      const failure = createFailure(error);
      if (failure.at === "balance") {
        void queryClient.invalidateQueries({ queryKey: BALANCE_QUERY_KEY });
        sendForFunds();
      } else if (failure.at === "elsewhere") toast({ ...keyMessages.createFailed, tone: "danger" });
      else setProblem(failure);
    },
  });

  function sendForFunds() {
    toast({ ...keyMessages.insufficientBalance, tone: "danger" });
    navigate(paths.addBalance);
  }

  function submit() {
    if (isPending) return;
    const wrongDay = expiryProblem(draft.expiry, Date.now());
    if (draft.name.trim() === "") toast({ ...keyMessages.missingName, tone: "danger" });
    else if (!draft.test && (balance === undefined || balance <= 0)) sendForFunds();
    else if (wrongDay !== null) setProblem({ at: "expiry", message: wrongDay });
    else mutate({ ...draft, name: draft.name.trim() });
  }

  function edit(change: Partial<Draft>) {
    setDraft((before) => ({ ...before, ...change }));
    setProblem(null);
  }

  return { draft, problem, edit, submit, creating: isPending };
}
