import { useNavigate } from "@remix-run/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { BALANCE_QUERY_KEY } from "#app/features/balance/use-balance.ts";
import { api, unwrap } from "#app/lib/api-client.ts";
import { paths } from "#app/lib/paths.ts";
import { toast } from "#app/lib/toast.ts";
import type { NewKey } from "./active-keys-panel.tsx";
import { createFailure } from "./create-failure.ts";
import { keyMessages } from "./messages.ts";
import { API_KEYS_QUERY_KEY } from "./use-api-keys.ts";

/** The create form: its name, what is wrong with it, and what happens when it is sent (spec section 5). */
export function useCreateKey(balance: number | undefined, onCreated: (key: NewKey) => void) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [name, setName] = useState("");
  const [nameError, setNameError] = useState<string | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (wanted: string) => unwrap(api.api.keys.$post({ json: { name: wanted } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: API_KEYS_QUERY_KEY }),
    // The answer holds the full key: it does not stay in the cache.
    gcTime: 0,
    onSuccess: ({ id, name: made, key }) => {
      setName("");
      onCreated({ id, key });
      const description = `“${made}” is ready. Copy it from the list at any time.`;
      toast({ ...keyMessages.created, description, tone: "success" });
    },
    onError: (error) => {
      const failure = createFailure(error);
      if (failure.at === "name") setNameError(failure.message);
      else if (failure.at === "balance") {
        void queryClient.invalidateQueries({ queryKey: BALANCE_QUERY_KEY });
        sendForFunds();
      } else toast({ ...keyMessages.createFailed, tone: "danger" });
    },
  });

  function sendForFunds() {
    toast({ ...keyMessages.insufficientBalance, tone: "danger" });
    navigate(paths.addBalance);
  }

  function submit() {
    if (isPending) return;
    if (name.trim() === "") toast({ ...keyMessages.missingName, tone: "danger" });
    else if (balance === undefined || balance <= 0) sendForFunds();
    else mutate(name.trim());
  }

  function rename(next: string) {
    setName(next);
    setNameError(null);
  }

  return { name, nameError, rename, submit, creating: isPending };
}
