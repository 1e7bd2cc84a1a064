import { useState } from "react";
import { isSixDigits } from "#app/features/auth/six-digits.ts";
import { useUpdatePassword } from "./use-update-password.ts";

const EMPTY = { password: "", confirmation: "", code: "" };

/** The form of a new password: what was typed, what is wrong with it, and what came of sending it. */
export function useNewPassword() {
  const [typed, setTyped] = useState(EMPTY);
  const [tried, setTried] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  const { mutate, reset, isPending, data, error } = useUpdatePassword();
  const differ = typed.password !== typed.confirmation;
  const codeMissing = needsCode && !isSixDigits(typed.code);

  function submit() {
    setTried(true);
    if (differ || codeMissing) return reset();
    const change = { password: typed.password, ...(needsCode && { nonce: typed.code }) };
    mutate(change, { onSuccess: (outcome) => (outcome === "updated" ? clear() : askForCode()) });
  }
  function askForCode() {
    setTried(false);
    setNeedsCode(true);
  }
  function clear() {
    setTyped(EMPTY);
    setTried(false);
    setNeedsCode(false);
  }

  return {
    typed,
    type: (part: Partial<typeof EMPTY>) => setTyped({ ...typed, ...part }),
    submit,
    needsCode,
    differ: tried && differ,
    codeMissing: tried && codeMissing,
    busy: isPending,
    updated: data === "updated",
    error,
  };
}
